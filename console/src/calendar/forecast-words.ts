import { type Language } from "../language/choose.ts";
import { joinSentences } from "../language/spaced.ts";
import { type Calendar } from "./calendar-context.tsx";
import { type Forecast } from "./contract.ts";
import { momentWords } from "./date-words.ts";
import { wallAtInstant } from "./zone-time.ts";

type Around = Pick<Calendar, "language" | "today" | "zone" | "channelNames" | "hours">;
type Sentence = (app: string, until: string | undefined) => string;
type Sentences = Readonly<Record<NonNullable<Forecast["reason"]>, Sentence>>;

const sentences: Readonly<Record<Language, Sentences>> = {
  en: {
    window_closed: (app, until) =>
      `${app} lets the companion write only for a while after you wrote there${until === undefined ? "" : ` (now until ${until})`}. Write there again before it is due, or it waits for your next message.`,
    quota_used: (app) =>
      `${app} accepts no more messages until you write there. Write there before it is due, or it waits.`,
    never_wrote: (app) => `You have not written in ${app} yet. Until you do, it waits.`,
    not_connected: (app) => `${app} is not connected right now, so it may come late.`,
    nowhere: () =>
      "There is no chat yet that reminders could go to. Start one under Talk, or connect a chat app under Channels.",
  },
  zh: {
    window_closed: (app, until) =>
      `${app}只让我在你发消息后的一段时间内找你${until === undefined ? "" : `（现在到 ${until}）`}。到点前去那里发一句就能按时收到，否则等你下次说话时补上。`,
    quota_used: (app) =>
      `在你再发消息之前，${app}不让我多发了。到点前去那里发一句就好，否则会晚到。`,
    never_wrote: (app) => `你还没有在${app}里发过消息，发过之后才送得到。`,
    not_connected: (app) => `${app}现在没连上，提醒可能会晚到。`,
    nowhere: () =>
      "现在还没有能给你发提醒的聊天。可以在“聊天”里开始一个，或在“渠道”里连接聊天软件。",
  },
};
/** What helps for good. */
const otherWay: Readonly<Record<Language, string>> = {
  en: "To be reached at any time, connect another chat app or switch on notifications in Settings.",
  zh: "想随时都能收到，可以在设置里再连一个聊天应用，或打开通知。",
};
const someApp: Readonly<Record<Language, string>> = { en: "Your chat app", zh: "你的聊天软件" };

/**
 * The warning that a reminder may be late, and what helps; undefined where it can be delivered on
 * time.
 */
export function forecastWords(
  forecast: Forecast | null | undefined,
  around: Around,
): string | undefined {
  if (forecast === null || forecast === undefined || forecast.reason === null) return undefined;
  const { language, zone, channelNames } = around;
  const { channel, reason, window_ends_at: ends } = forecast;
  const until =
    ends === null ? undefined : momentWords(wallAtInstant(Date.parse(ends), zone), around);
  const late = sentences[language][reason](channelNames[channel ?? ""] ?? someApp[language], until);
  return reason === "nowhere" ? late : joinSentences([late, otherWay[language]], language);
}

/** There is no chat to send it to. */
export const nowhereWords = (language: Language): string =>
  sentences[language].nowhere("", undefined);

/** Appended to the result of an action. */
export const withForecast = (
  text: string,
  forecast: Forecast | null | undefined,
  around: Around,
): string =>
  joinSentences(
    [text, forecastWords(forecast, around)].filter((part) => part !== undefined),
    around.language,
  );
