import { usePageWords, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useOwnChannels } from "./calls.ts";
import styles from "./login-banner.module.css";
import { words as all } from "./words.ts";

const everyMs = 60_000;

/** Over every page: a login that died is not found out by a reminder that never came. */
export default function LoginBanner() {
  const words = usePageWords(all);
  const said = useWords();
  const dead = useOwnChannels(everyMs).data?.channels.filter(
    ({ state, is_paired, is_yours }) => state === "needs_login" && (is_paired || is_yours),
  );
  const [first] = dead ?? [];
  if (first === undefined) return null;
  return (
    <div role="alert" className={styles.banner}>
      {words.banner(said.conversations.channels[first.channel] ?? first.channel)}{" "}
      <a href={routeAddress({ page: "channels", part: undefined })}>{words.bannerLink}</a>
    </div>
  );
}
