import { usePageWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useChannelName } from "./catalog.ts";
import { useOwnChannels } from "./calls.ts";
import styles from "./login-banner.module.css";
import { words as all } from "./words.ts";

const everyMs = 60_000;

/** On every page, so that a dead login is noticed before a reminder fails. */
export default function LoginBanner() {
  const words = usePageWords(all);
  const nameOf = useChannelName();
  const dead = useOwnChannels(everyMs).data?.channels.filter(
    ({ state, is_paired, is_yours }) => state === "needs_login" && (is_paired || is_yours),
  );
  const [first] = dead ?? [];
  if (first === undefined) return null;
  return (
    <div role="alert" className={styles.banner}>
      {words.banner(nameOf(first.channel))}{" "}
      <a href={routeAddress({ page: "channels", part: undefined })}>{words.bannerLink}</a>
    </div>
  );
}
