import { useMantineColorScheme } from "@mantine/core";
import { useAccountChange, useSignOut } from "../api/session.ts";
import { forgetTab } from "../browser-storage.ts";
import { pages, type PageEntry } from "../frame/pages.tsx";
import { en } from "../language/en.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { zh } from "../language/zh.ts";
import { operatorParts } from "../operator/parts.ts";
import { words as operatorWords } from "../operator/words.ts";
import { go, type ConsolePage, type Route } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { newCharacterPart, newStoryPart } from "../stage/lobby/lobby-parts.ts";
import type { Item } from "./items.ts";
import { words as all } from "./words.ts";

/** Pages and actions. They are found by their names in both languages. */
export function useFixed(onSheet: () => void): readonly Item[] {
  return [...useStarts(), ...usePages(), ...useActions(onSheet)];
}

const action = (name: Exclude<keyof typeof all.en.actions, "speak">, run: () => void): Item => ({
  id: `action-${name}`,
  kind: "action",
  label: "",
  also: `${all.en.actions[name]} ${all.zh.actions[name]}`,
  run,
});

type Start = "newConversation" | "newReminder" | "newStory" | "newCharacter" | "addFriend";

/** What a person begins. An auditor only looks. */
function useStarts(): readonly Item[] {
  const { actions } = usePageWords(all);
  const { role } = useSignedIn().session;
  const starts: readonly (readonly [Start, Route])[] = [
    ["newConversation", { page: "talk", conversation: "new" }],
    ["newReminder", { page: "calendar", part: "new" }],
    ["newStory", { page: "stage", part: newStoryPart }],
    ["newCharacter", { page: "stage", part: newCharacterPart }],
    ["addFriend", { page: "calendar", part: "friends" }],
  ];
  if (role === "auditor") return [];
  return starts.map(([name, route]) => ({
    ...action(name, () => go(route)),
    label: actions[name],
  }));
}

function usePages(): readonly Item[] {
  const { words } = useSpoken();
  const operator = usePageWords(operatorWords);
  const { session } = useSignedIn();
  const page = (route: Route, label: string, also: string): Item => ({
    id: `page-${route.page}`,
    kind: "page",
    label,
    also,
    run: () => go(route),
  });
  const isOperator = session.role !== "account";
  return [
    page(
      { page: "talk", conversation: undefined },
      words.nav.talk,
      `${en.nav.talk} ${zh.nav.talk}`,
    ),
    ...(Object.entries(pages) as [ConsolePage, PageEntry][])
      .filter(([name, { isFor }]) => name === "deliveries" || (isFor?.(session) ?? true))
      .map(([name]) =>
        page({ page: name, part: undefined }, words.nav[name], `${en.nav[name]} ${zh.nav[name]}`),
      ),
    page({ page: "settings" }, words.settings.title, `${en.settings.title} ${zh.settings.title}`),
    ...(isOperator ? operatorParts : []).map((part): Item => ({
      ...page(
        { page: "operator", part },
        `${words.nav.operator}: ${operator.parts[part]}`,
        `${operatorWords.en.parts[part]} ${operatorWords.zh.parts[part]}`,
      ),
      id: `page-operator-${part}`,
    })),
  ];
}

function useActions(onSheet: () => void): readonly Item[] {
  const { actions } = usePageWords(all);
  const { language, setLanguage } = useSpoken();
  // Without `keepTransitions` Mantine makes a style element, which the content policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const change = useAccountChange();
  const signOut = useSignOut(forgetTab);
  const other = language === "en" ? "zh" : "en";
  const speak: Item = {
    id: "action-speak",
    kind: "action",
    label: actions.speak,
    also: "language 语言 English 中文",
    run: () => {
      setLanguage(other);
      change.mutate({ language: other });
    },
  };
  return [
    speak,
    { ...action("light", () => setColorScheme("light")), label: actions.light },
    { ...action("dark", () => setColorScheme("dark")), label: actions.dark },
    { ...action("shortcuts", onSheet), label: actions.shortcuts },
    { ...action("signOut", () => signOut.mutate()), label: actions.signOut },
  ];
}
