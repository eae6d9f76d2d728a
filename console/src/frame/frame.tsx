import { lazy, Suspense, useState, type ReactNode } from "react";
import { useWords } from "../language/use-words.tsx";
import { News, UnreadDot, useUnread } from "../news/unread.tsx";
import { Shortcuts, type Shown } from "../palette/shortcuts.tsx";
import { routeAddress, useRoute, type ConsolePage, type Route } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./frame.module.css";
import { Brand, FindIcon, SettingsIcon, TalkIcon } from "./icons.tsx";
import { pages, type PageEntry } from "./pages.tsx";

// After the page itself: they only matter now and then. One whose chunk is gone after an update
// must not leave the page empty.
const nothing = { default: () => null };
const LoginBanner = lazy(() => import("../channels/login-banner.tsx").catch(() => nothing));
const ZoneNote = lazy(() => import("./zone-note.tsx").catch(() => nothing));

/** The way between the pages: a rail on the left, or a bar at the bottom of a phone. */
export function Frame({ children }: { children: ReactNode }) {
  const words = useWords();
  const route = useRoute();
  const [shown, setShown] = useState<Shown>();
  return (
    <News className={styles.frame}>
      <a className={styles.skip} href="#content" onClick={focusContent}>
        {route.page === "talk" ? words.skipToMessage : words.skipToContent}
      </a>
      <nav className={styles.rail} aria-label={words.nav.label}>
        <span className={styles.brand}>
          <Brand />
        </span>
        <Links current={route.page} onFind={() => setShown("palette")} />
      </nav>
      <div className={styles.body}>
        <Suspense>
          <LoginBanner />
          <ZoneNote />
        </Suspense>
        <div className={styles.content} id="content" tabIndex={-1}>
          {children}
        </div>
      </div>
      <Shortcuts shown={shown} onShow={setShown} />
    </News>
  );
}

function Links({ current, onFind }: { current: Route["page"]; onFind: () => void }) {
  const words = useWords();
  const { session } = useSignedIn();
  const beside = (Object.entries(pages) as [ConsolePage, PageEntry][]).filter(
    ([, page]) => page.isFor?.(session) ?? true,
  );
  const hasNews = useUnread().size > 0 && current !== "talk";
  const link = (route: Route, label: string, icon: ReactNode) => (
    <li key={route.page} data-page={route.page}>
      <a
        className={styles.link}
        href={routeAddress(route)}
        aria-current={current === route.page ? "page" : undefined}
      >
        {icon}
        <span>{label}</span>
        {route.page === "talk" && hasNews ? <UnreadDot isOnIcon /> : null}
      </a>
    </li>
  );
  return (
    <ul className={styles.links}>
      <li>
        <button
          type="button"
          className={styles.link}
          aria-keyshortcuts="Control+K"
          onClick={onFind}
        >
          <FindIcon />
          <span>{words.nav.find}</span>
        </button>
      </li>
      {link({ page: "talk", conversation: undefined }, words.nav.talk, <TalkIcon />)}
      {beside.map(([page, { Icon }]) => link({ page, part: undefined }, words.nav[page], <Icon />))}
      {link({ page: "settings" }, words.settings.open, <SettingsIcon />)}
    </ul>
  );
}

/** The address belongs to the pages, so the link moves the focus and not the address. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  (document.getElementById("message") ?? document.getElementById("content"))?.focus();
}
