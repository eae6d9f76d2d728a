export type Language = "zh" | "en";
export type Occasion = "greeting" | "question" | "thanks" | "other";

/** What a person can do without a model. Handed in by whoever knows which skills are there. */
export type Abilities = Readonly<Record<Language, readonly string[]>>;

/** What works by rules alone. */
export const ownAbilities: Abilities = {
  zh: [
    "直接说“明天下午3点提醒我开会”来记提醒",
    "发送“停止”来停下正在处理的消息",
    "发送“/新对话”重新开始",
    "发送“/清空”让我不再参考之前的对话",
  ],
  en: [
    "“remind me tomorrow at 3pm to call Ann” sets a reminder",
    "“stop” ends what is running",
    "“/new” starts afresh",
    "“/clear” makes me stop looking back",
  ],
};

/** Two openings per occasion, so that saying it twice does not sound like a machine. None claims to have understood. */
export const openings: Readonly<Record<Language, Readonly<Record<Occasion, readonly [string, string]>>>> = {
  zh: {
    greeting: ["你好，我是 Meanwhile。还没有接上语言模型，所以现在没法和你聊天。", "你好！我在，不过还没有接上语言模型，暂时聊不了天。"],
    question: ["这个我现在答不了：还没有接上语言模型。", "看得出是个问题，但还没有接上语言模型，我没法回答。"],
    thanks: ["不客气。不过要说明一下：还没有接上语言模型，我没法真正和你聊天。", "不用谢。只是还没有接上语言模型，我能做的很有限。"],
    other: ["消息收到了，也保存了。但还没有接上语言模型，我读不懂它的意思。", "收到。不过还没有接上语言模型，我没法理解这句话。"],
  },
  en: {
    greeting: [
      "Hello, I am Meanwhile. No language model is connected yet, so I can't chat.",
      "Hi! I am here, but without a language model I can't hold a conversation yet.",
    ],
    question: [
      "I can't answer that yet: no language model is connected.",
      "That looks like a question, but no language model is connected, so I have no answer.",
    ],
    thanks: [
      "You're welcome. To be plain, though: no language model is connected, so I am not really talking with you yet.",
      "My pleasure. I can do little for now: no language model is connected.",
    ],
    other: [
      "Your message arrived and is kept. But no language model is connected yet, so I don't understand what it says.",
      "Got it. Only, without a language model I can't make sense of it yet.",
    ],
  },
};

export function whatWorks(language: Language, abilities: readonly string[]): string {
  if (abilities.length === 0) return "";
  return language === "zh" ? `现在就能用的：${abilities.join("；")}。` : ` What works without one: ${abilities.join("; ")}.`;
}

/** The mark by which an earlier explanation is recognised, so that it is not repeated in full. */
export const setting = "MEANWHILE_MODEL_BASE_URL";

export const howToConnect: Readonly<Record<Language, string>> = {
  zh: `要接上模型，请运行这台服务的人设置 ${setting}、MEANWHILE_MODEL，需要密钥时再加 MEANWHILE_MODEL_API_KEY，然后重启。任何兼容 OpenAI 接口的服务都可以，本机的 Ollama 也行。`,
  en: ` To connect one, whoever runs this server sets ${setting} and MEANWHILE_MODEL, plus MEANWHILE_MODEL_API_KEY if a key is needed, and restarts it. Any OpenAI-compatible service will do, Ollama on your own machine included.`,
};

const patterns: readonly (readonly [Occasion, RegExp])[] = [
  ["thanks", /谢谢|多谢|感谢|谢啦|\b(?:thanks|thank you|thx|cheers)\b/iu],
  [
    "question",
    /[?？]|[吗呢]\s*[。！!]*\s*$|什么|怎么|为什么|谁|哪|几点|多少|^\s*(?:what|why|how|who|when|where|which|can|could|do|does|is|are|will)\b/iu,
  ],
  ["greeting", /^\s*(?:你好|您好|嗨|哈喽|喂|在吗|早上好|早安|晚上好|下午好|hi|hello|hey|good (?:morning|afternoon|evening))/iu],
];

/** A look at the form of a message, not at its meaning. A greeting with a question in it is a question. */
export function occasionOf(text: string): Occasion {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
}

/** The language of a text by its script, or nothing if it has no letters to tell by. */
export function languageIn(text: string): Language | undefined {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  return /\p{L}/u.test(text) ? "en" : undefined;
}

/** The language that most of it is in: a Chinese name among English words does not make them Chinese. */
export function mostlyIn(text: string): Language | undefined {
  const signs = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  return signs === words ? languageIn(text) : signs > words ? "zh" : "en";
}
