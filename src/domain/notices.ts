import type { Language } from "./language.ts";

/**
 * Every fixed sentence about a message or its turn, in the person's language. Each says what happened
 * and what to do, and nothing else. Engines send them as notices; a channel that answers a callback
 * at once uses the same words.
 */
export const notices = {
  busy: {
    zh: "我还在处理上一条消息。如果需要停止当前消息处理，请发送停止或者stop。",
    en: "I am still working on your last message. Send “stop” to end it.",
  },
  flood: {
    zh: "消息太多太快，我暂时读不过来，后面的还没有收下。请等一分钟再发。",
    en: "You're sending faster than I can read; the last messages were not accepted. Please wait a minute and send them again.",
  },
  day_full: {
    zh: "你今天的消息已达上限，请明天再来。",
    en: "You have reached today's message limit. Please write again tomorrow.",
  },
  stopped: { zh: "已停止。", en: "Stopped." },
  nothing_to_stop: { zh: "现在没有在处理的消息。", en: "Nothing is running right now." },
  already_finished: {
    zh: "上一条消息刚刚处理完，没有可以停止的了。",
    en: "That was already finished.",
  },
  not_yours: {
    zh: "正在处理的是别人的消息，只有发起人或管理员可以停止。",
    en: "That belongs to another person; only they or an administrator can stop it.",
  },
  cleared: {
    zh: "好的，之前的对话我不再参考。",
    en: "Done. I no longer use the earlier conversation.",
  },
  new: { zh: "好的，我们重新开始。", en: "All right, a fresh start." },
  paired: { zh: "配对成功，现在可以直接跟我说话了。", en: "Paired. You can talk to me here now." },
  unchanged: { zh: "没有做任何改动。", en: "Nothing was changed." },
  timeout: {
    zh: "抱歉，这条消息处理得太久，我停下来了，没有做任何改动。请再发一次，或换个说法。",
    en: "Sorry, this took too long and I stopped. Nothing was changed. Please send it again or put it another way.",
  },
  cut_short: {
    zh: "（上面的回答没有说完就中断了，没有做任何改动。发“继续”，我接着说。）",
    en: "(That answer was cut off before its end. Nothing was changed. Send “go on” and I'll continue.)",
  },
  overloaded: {
    zh: "抱歉，语言模型现在太忙，没有做任何改动。请过几分钟再发一次。",
    en: "Sorry, the language model is too busy right now. Nothing was changed. Please try again in a few minutes.",
  },
  unreachable: {
    zh: "抱歉，我现在连不上语言模型，没有做任何改动。请稍后再发一次。",
    en: "Sorry, I can't reach the language model right now. Nothing was changed. Please try again later.",
  },
  bad_output: {
    zh: "抱歉，这次没有得到可用的回答，没有做任何改动。请再发一次。",
    en: "Sorry, I got no usable answer this time. Nothing was changed. Please send it again.",
  },
  spend_cap: {
    zh: "今天的语言模型用量已到上限，明天再聊。",
    en: "Today's language model budget is used up. Let's chat tomorrow.",
  },
  refused: {
    zh: "抱歉，语言模型拒绝了这个请求，没有做任何改动。",
    en: "Sorry, the language model declined this request. Nothing was changed.",
  },
  key_refused: {
    zh: "抱歉，语言模型不接受这里设置的密钥，没有做任何改动。请让服务器管理员检查设置。",
    en: "Sorry, the language model does not accept the key in the settings. Nothing was changed. The operator of this server has to fix it.",
  },
  model_unknown: {
    zh: "抱歉，语言模型服务不认识这里设置的模型名或地址，没有做任何改动。请让服务器管理员检查设置。",
    en: "Sorry, the language model's name or address in the settings is unknown. Nothing was changed. The operator of this server has to fix it.",
  },
  address_wrong: {
    zh: "抱歉，在这里设置的地址上没有语言模型应答，没有做任何改动。请让服务器管理员检查设置。",
    en: "Sorry, no language model answers at the address in the settings. Nothing was changed. The operator of this server has to fix it.",
  },
  lapsed: {
    zh: "有一条较早的回答没能及时送达，已不再发送。还需要的话，请再问一次。",
    en: "An earlier answer could not be delivered in time, so it was not sent. Ask again if you still need it.",
  },
  dead_letter: {
    zh: "抱歉，这条消息我试了几次都没能处理，没有做任何改动。已经记录下来，后面的消息照常处理。",
    en: "Sorry, I tried several times and could not handle this message. Nothing was changed. It was recorded; later messages are handled as usual.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

export type Notice = keyof typeof notices;
