import { Alert } from "@mantine/core";
import type { AccountInvitation } from "../operator/contract.ts";
import { pageWords, usePageWords, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";

const words = pageWords(
  {
    machine: "This link only opens on the machine that runs the server, not on a phone.",
    network: "This link only opens in the same network, for example at home.",
    change: "Set a public address",
    ask: "The person who runs this server can set a public address.",
  },
  {
    machine: "这个链接只能在运行服务的这台机器上打开，手机打不开。",
    network: "这个链接只能在同一个网络里打开，例如家里。",
    change: "设置公开地址",
    ask: "请运行本服务的人设置公开地址。",
  },
);

/** A link that no other device can open is worth a word before it is sent. */
export function ReachNote({ reach }: { reach: AccountInvitation["reach"] }) {
  const say = usePageWords(words);
  const { settings } = useWords();
  const { role } = useSignedIn().session;
  if (reach === "internet") return null;
  return (
    <Alert color="yellow" role="note">
      {say[reach]}{" "}
      {role === "operator" ? (
        <a href={routeAddress({ page: "settings" })}>
          {settings.title}: {say.change}
        </a>
      ) : (
        say.ask
      )}
    </Alert>
  );
}
