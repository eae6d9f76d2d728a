import { useMediaQuery } from "@mantine/hooks";
import { NativeSelect } from "@mantine/core";
import { useEffect, useState } from "react";
import { useWords } from "../language/use-words.tsx";
import { go, routeAddress } from "../route.ts";
import styles from "./settings-contents.module.css";

interface Section {
  readonly part: string;
  readonly title: string;
}

const prefix = "settings-";

/**
 * The sections of the settings, to jump to. They are read from the page, because which of them a person has
 * depends on their role and on the server.
 */
export function SettingsContents({ part }: { readonly part: string | undefined }) {
  const words = useWords();
  const sections = useSections();
  const isNarrow = useMediaQuery("(max-width: 62em)", undefined, {
    getInitialValueInEffect: false,
  });
  const known = sections.some((section) => section.part === part) ? part : undefined;
  useEffect(() => {
    if (known !== undefined) show(known);
  }, [known]);
  const open = (wanted: string): void => {
    go({ page: "settings", part: wanted });
    show(wanted);
  };
  if (isNarrow)
    return (
      <div className={styles.jump}>
        <NativeSelect
          aria-label={words.settings.contents}
          value={known ?? ""}
          data={[
            { value: "", label: words.settings.contents },
            ...sections.map(({ part: value, title }) => ({ value, label: title })),
          ]}
          onChange={(event) => {
            if (event.currentTarget.value !== "") open(event.currentTarget.value);
          }}
        />
      </div>
    );
  return (
    <nav className={styles.contents} aria-label={words.settings.contents}>
      <ul>
        {sections.map((section) => (
          <li key={section.part}>
            <a
              href={routeAddress({ page: "settings", part: section.part })}
              aria-current={section.part === known ? "location" : undefined}
              onClick={() => show(section.part)}
            >
              {section.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The section's title comes to the top and takes the focus, so that the keyboard goes on from there. */
function show(part: string): void {
  const title = document.getElementById(`${prefix}${part}`);
  if (title === null) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  title.scrollIntoView({ block: "start" });
}

function useSections(): readonly Section[] {
  const [sections, setSections] = useState<readonly Section[]>([]);
  useEffect(() => {
    const page = document.getElementById("content");
    if (page === null) return undefined;
    const read = (): void =>
      setSections((before) => {
        const found = [...page.querySelectorAll<HTMLElement>(`section > [id^="${prefix}"]`)].map(
          ({ id, textContent }) => ({ part: id.slice(prefix.length), title: textContent }),
        );
        return JSON.stringify(found) === JSON.stringify(before) ? before : found;
      });
    read();
    const observer = new MutationObserver(read);
    observer.observe(page, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return sections;
}
