import type { BookingHours } from "../../../domain/events/booking.ts";
import type { BookingAnswer, BookingPageView } from "../../../domain/views/bookings.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import type { BookingRow } from "./request-rows.ts";

type Asked = Pick<BookingRow, "name" | "subject" | "starts_at" | "minutes" | "email">;

/** "Thu 19 Nov, 15:00–15:30", in the person's own zone. */
const timeOf = ({ starts_at: at, minutes }: Asked, to: Audience): string =>
  whenWords(
    { wall: wallTimeAt(Date.parse(at), to.zone), zone: to.zone, durationMinutes: minutes },
    to,
  );

/** What a stranger wrote stands in quotation marks. */
const describeRequest = (row: Asked, to: Audience): string => {
  const email = row.email === null ? "" : inLanguage(to, `（${row.email}）`, ` (${row.email})`);
  return inLanguage(
    to,
    `「${row.name}」${email}想约 ${timeOf(row, to)}：「${row.subject}」`,
    `“${row.name}”${email} asks for ${timeOf(row, to)}: “${row.subject}”`,
  );
};

/** The question to the person about what came in at their page. */
export function newsWords(rows: readonly Asked[], to: Audience): string {
  const [only, second] = rows;
  if (only === undefined) return "";
  const head = inLanguage(to, "你的空闲时间页：", "Your page of free times: ");
  if (second === undefined)
    return inLanguage(
      to,
      `${head}${describeRequest(only, to)}。可以吗？回复“可以”“不行”或“换个时间”。`,
      `${head}${describeRequest(only, to)}. Yes, no, or another time?`,
    );
  return [
    head.trim(),
    ...rows.map((row) => `· ${describeRequest(row, to)}`),
    inLanguage(
      to,
      `回复时带上名字，比如“接受${only.name}的预约”或“拒绝${only.name}的预约”。`,
      `Answer with the name, for example “confirm ${only.name}” or “decline ${only.name}”.`,
    ),
  ].join("\n");
}

export const describeExpired = (row: Asked, to: Audience): string =>
  inLanguage(
    to,
    `「${row.name}」想约 ${timeOf(row, to)}（「${row.subject}」），一直没有答复，已经过期。`,
    `The request of “${row.name}” for ${timeOf(row, to)} (“${row.subject}”) has expired without an answer.`,
  );

export const describeWithdrawn = (row: Asked, to: Audience): string =>
  inLanguage(
    to,
    `「${row.name}」收回了 ${timeOf(row, to)} 的预约（「${row.subject}」）。`,
    `“${row.name}” has withdrawn the request for ${timeOf(row, to)} (“${row.subject}”).`,
  );

export function describeAnswered(
  row: Asked,
  { answer, isBusy }: { readonly answer: BookingAnswer; readonly isBusy: boolean },
  to: Audience,
): string {
  const sees = inLanguage(to, "对方在自己的链接里能看到。", "They see it at their link.");
  if (answer === "decline")
    return inLanguage(
      to,
      `好，「${row.name}」的预约拒绝了。${sees}`,
      `OK, the request of “${row.name}” is declined. ${sees}`,
    );
  if (answer === "other_time")
    return inLanguage(
      to,
      `好，请「${row.name}」另选时间。${sees}`,
      `OK, “${row.name}” is asked to pick another time. ${sees}`,
    );
  const note = isBusy
    ? inLanguage(to, "注意：这个时间你还有别的安排。", " Note that you have something else then.")
    : "";
  return inLanguage(
    to,
    `好，和「${row.name}」的「${row.subject}」记下了：${timeOf(row, to)}。${note}${sees}`,
    `OK, “${row.subject}” with “${row.name}” is in your calendar: ${timeOf(row, to)}.${note} ${sees}`,
  );
}

export const tooLateWords = (row: Asked, to: Audience): string =>
  inLanguage(
    to,
    `「${row.name}」想约的时间已经过了：${timeOf(row, to)}。`,
    `The time that “${row.name}” asked for is over: ${timeOf(row, to)}.`,
  );

export const whichWords = (rows: readonly Asked[], to: Audience): string =>
  [
    inLanguage(to, "有几个预约在等答复，是哪一个？", "Several requests are waiting. Which one?"),
    ...rows.map((row) => `· ${describeRequest(row, to)}`),
  ].join("\n");

export const waitingWords = (rows: readonly Asked[], to: Audience): string =>
  rows.length === 0
    ? inLanguage(to, "没有在等答复的预约。", "No request is waiting for your answer.")
    : newsWords(rows, to);

const dayNames: Readonly<Record<"en" | "zh", readonly string[]>> = {
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
};

const hoursWords = (
  { starts, ends, weekdays, minutes, days_ahead: days }: BookingHours,
  to: Audience,
): string => {
  const names = weekdays.map((day) => dayNames[to.language][day - 1] ?? "");
  return inLanguage(
    to,
    `${names.join("、")} ${starts}–${ends}，每次 ${minutes} 分钟，往后 ${days} 天`,
    `${names.join(", ")} ${starts}–${ends}, ${minutes} minutes each, ${days} days ahead`,
  );
};

/** `url` is undefined where the server does not know its public address. */
export function pageWords(page: BookingPageView, url: string | undefined, to: Audience): string {
  if (!page.is_on)
    return inLanguage(
      to,
      "你的空闲时间页没有开。说“开启空闲时间页”就打开。",
      "Your page of free times is off. Say “turn on my free time page” to open it.",
    );
  const where =
    url ?? inLanguage(to, "链接在网页的设置里。", "You find its link in the page, under Settings.");
  return inLanguage(
    to,
    `你的空闲时间页开着：${hoursWords(page, to)}。有链接的人只看到空闲的时间，想约你我会先问你。\n${where}\n说“换一个预约链接”旧链接作废，“关闭空闲时间页”就关掉。`,
    `Your page of free times is on: ${hoursWords(page, to)}. Whoever has the link sees free times only; when someone asks for one, I ask you first.\n${where}\nSay “renew my booking link” to end this link, or “turn off my free time page”.`,
  );
}

export const offWords = (to: Audience): string =>
  inLanguage(
    to,
    "好，空闲时间页关掉了，链接不再有效。",
    "OK, your page of free times is off; its link no longer works.",
  );

export const hoursUnclear = (to: Audience): string =>
  inLanguage(
    to,
    "没看懂是几点到几点。像这样说：“空闲时间页 10:00 到 16:00”。什么都没有改。",
    "I didn't get the times. Say it like this: “free time page from 10:00 to 16:00”. Nothing was changed.",
  );

export const notInGroups = (to: Audience): string =>
  inLanguage(
    to,
    "这里还有别人，空闲时间页请私下跟我说。",
    "Others read along here. Tell me about your page of free times in private.",
  );
