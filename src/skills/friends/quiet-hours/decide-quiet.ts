import type { QuietHours } from "../../../domain/views/friends.ts";
import { interpret } from "../../../language/interpret.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import { requestOf } from "../../reminders/dialogue/understand.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { readQuiet, setQuiet } from "./quiet-hours.ts";
import type { QuietWish } from "./parse-quiet.ts";
import type { Talk } from "../dialogue/talk.ts";

export async function decideQuiet(talk: Talk, wish: QuietWish, to: Audience): Promise<Lines> {
  const { maker } = talk.work;
  const before = await readQuiet(talk.read, maker.accountId);
  if (wish.kind === "quiet_shown")
    return [before === undefined ? noneWords(to) : hoursWords(before, to)];
  if (wish.kind === "quiet_off") {
    if (before === undefined) return [noneWords(to)];
    talk.takeForGood(await setQuiet(maker, talk.read, undefined));
    return [
      inLanguage(
        to,
        "好，免打扰关掉了，朋友的消息随时告诉你。",
        "OK, quiet hours are off; friends' notifications come at once.",
      ),
    ];
  }
  const hours = hoursIn(talk, wish);
  if (hours === undefined)
    return [
      inLanguage(
        to,
        "没看懂是几点到几点。像这样说：“免打扰 22:00 到 08:00”。什么都没有改。",
        "I didn't get the times. Say it like this: “quiet hours 22:00 to 08:00”. Nothing was changed.",
      ),
    ];
  talk.takeForGood(await setQuiet(maker, talk.read, hours));
  return [hoursWords(hours, to)];
}

/** Read as the hour of a reminder would be. */
function hoursIn(
  talk: Talk,
  { from, to }: Extract<QuietWish, { kind: "quiet" }>,
): QuietHours | undefined {
  const [starts, ends] = [from, to].map((clock) => {
    const isHan = /\p{Script=Han}/u.test(from + to);
    const { intent, items } = interpret(
      requestOf(
        talk.work,
        isHan ? `明天${clock}提醒我休息` : `remind me tomorrow at ${clock} to rest`,
      ),
    );
    return intent === "create" && items.length === 1 && items[0]?.rrule === null
      ? items[0].start.slice(11, 16)
      : undefined;
  });
  return starts === undefined || ends === undefined || starts === ends
    ? undefined
    : { starts, ends };
}

const hoursWords = ({ starts, ends }: QuietHours, to: Audience): string =>
  inLanguage(
    to,
    `每天 ${starts}–${ends} 免打扰：朋友的邀约和改动等到 ${ends} 再告诉你，这段时间他们也约不上你。你自己的提醒照常，催到完成的重复会等到那时。说“取消免打扰”就关掉。`,
    `Quiet hours are ${starts}–${ends}: friends' notifications wait until ${ends}, and friends can't book you then. Your own reminders still come; repeats until done wait. Say “quiet hours off” to end it.`,
  );

const noneWords = (to: Audience): string =>
  inLanguage(
    to,
    "没有设免打扰。像这样说就设上：“免打扰 22:00 到 08:00”。",
    "You have no quiet hours. Say “quiet hours 22:00 to 08:00” to set them.",
  );
