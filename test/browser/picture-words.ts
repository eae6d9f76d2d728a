import { say, type Script } from "../vendors/model-script.ts";
import { type ChatBody } from "../vendors/model-server.ts";
import { type Plan } from "./lively.ts";

export type Language = "en" | "zh";

/** What is said in the pictures. What asks for a reminder is answered by the product itself. */
export const talks: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "Good morning! What could I do on a rainy Sunday?",
    "remind me on Saturday at 9am to buy flour",
  ],
  zh: ["早上好！下雨的周日做点什么好？", "周六早上9点提醒我买面粉"],
};

const answers = new Map([
  [
    talks.en[0],
    "Good morning! Three things, in the order of effort:\n\n1. **An old film** under a blanket.\n2. **A pot of soup**: it gets better by itself.\n3. **Bread**. Flour, water, salt, and a long nap for the dough.\n\n> The rain does the rest.",
  ],
  [
    talks.zh[0],
    "早上好！三件事，从省力到费力：\n\n1. 盖着毯子看一部**老电影**。\n2. 炖**一锅汤**，放着会越来越香。\n3. 烤**面包**：面粉、水、盐，再让面团睡个长觉。\n\n> 剩下的交给雨声。",
  ],
  ["Are you there?", "Here, and dry. What can I do?"],
  ["在吗？", "在的，没淋着雨。有什么事？"],
]);

/** Said from a phone; the vendor refuses the answer. */
export const fromThePhone: Readonly<Record<Language, string>> = {
  en: "Are you there?",
  zh: "在吗？",
};

export const weeks: Readonly<Record<Language, readonly Plan[]>> = {
  en: [
    { content: "swim", day: 0, at: "07:30", minutes: 45, rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR" },
    { content: "team meeting", day: 0, at: "10:00", minutes: 60 },
    { content: "call the dentist", day: 1, at: "09:00", minutes: 30 },
    { content: "choir", day: 1, at: "13:00", minutes: 90, rule: "FREQ=WEEKLY;BYDAY=TU" },
    { content: "lunch with Mei", day: 2, at: "12:00", minutes: 90, shared: true },
    { content: "send the report", day: 3, at: "11:30", minutes: 60 },
    { content: "pick up the parcel", day: 3, at: "14:00", minutes: 30 },
    { content: "badminton", day: 4, at: "13:30", minutes: 90, shared: true },
    { content: "market", day: 5, at: "09:30", minutes: 90 },
    { content: "write to grandmother", day: 6, at: "11:00", minutes: 45 },
    { content: "book the ferry" },
    { content: "return the library books" },
  ],
  zh: [
    { content: "游泳", day: 0, at: "07:30", minutes: 45, rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR" },
    { content: "组会", day: 0, at: "10:00", minutes: 60 },
    { content: "给牙医打电话", day: 1, at: "09:00", minutes: 30 },
    { content: "和小梅吃午饭", day: 2, at: "12:00", minutes: 90, shared: true },
    { content: "交报告", day: 3, at: "11:30", minutes: 60 },
    { content: "打羽毛球", day: 4, at: "19:00", minutes: 90, shared: true },
    { content: "去菜市场", day: 5, at: "09:30", minutes: 90 },
    { content: "订船票" },
  ],
};

/** What the person says in the story, and what they have the others do without them. */
export const story: Readonly<
  Record<Language, { readonly said: readonly string[]; readonly directed: readonly string[] }>
> = {
  en: {
    said: ["I can keep it. Play it to me.", "It said my name, didn't it?"],
    directed: ["九娘 comes back for the cups.", "The lamp outside goes green."],
  },
  zh: {
    said: ["船长，我不告诉她。", "第八个人坐在哪里？"],
    directed: ["九娘提着灯回来了。", "雾里传来一声汽笛。"],
  },
};

const lines: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "*She slides one headphone across the desk and does not let go of the cable.* “Then listen low. Forty seconds of sea, and after it somebody who is very sure of you.”",
    "*She looks at the dial, not at you.* “It did. Twice. I logged it as static, and I have never logged static in my life.”",
    "*She gathers the cups slowly, counting three, and leaves the fourth where it is.* “You had the headphones on both ears, Orla. You never do that for weather.”",
    "*She pulls the plug a little too late.* “Weather's been talkative. Sit, you're letting the fog in.”",
  ],
  zh: [
    "*他点点头，把帽子放在膝上。*“好。那就听我说完：开船前，我又数了一遍。”",
    "*他望着靠窗第三个位子，很久。*“你上船的时候，从他身边走过去的。”",
    "*她把灯搁在桌上，灯影正好落在空位子上。*“沈船长，茶我备了八杯。你说巧不巧？”",
    "*他把一颗花生推到桌角，没有抬头。*“倒了七杯就够。那一杯，凉着。”",
  ],
};

const moods = [
  [5, 3],
  [-3, 2],
  [4, -4],
  [-2, -3],
  [6, 5],
  [3, 1],
  [-5, 2],
  [2, 4],
] as const;

/** A model that plays its part in the pictures. */
export function pictureModel(): (body: ChatBody) => Script {
  const spoken = { en: 0, zh: 0 };
  let felt = 0;
  return (body) => {
    const all = body.messages.map(({ content }) => content ?? "").join("\n");
    const language = all.includes("末班船的客舱") ? "zh" : "en";
    if (all.includes("Write the next beat"))
      return say(lines[language][spoken[language]++ % 4] ?? "…", {
        usage: { input: 1_240, output: 68 },
      });
    if (all.includes("You keep account of how")) {
      const [affinity_delta, trust_delta] = moods[felt++ % moods.length] ?? [0, 0];
      return say(JSON.stringify({ affinity_delta, trust_delta, knowledge_facts: [] }), {
        usage: { input: 420, output: 18 },
      });
    }
    if (all.includes("Split what the writer wrote")) {
      const written = Object.values(story).flatMap(({ said, directed }) => [...said, ...directed]);
      const text = written.find((prose) => all.includes(prose)) ?? "";
      const kind = all.includes("stage direction") ? "narration" : "dialogue";
      return say(JSON.stringify({ segments: [{ kind, text }] }), {
        usage: { input: 180, output: 24 },
      });
    }
    const answer = answers.get(
      body.messages.findLast(({ role }) => role === "user")?.content ?? "",
    );
    return answer === undefined ? say("…") : say(answer, { usage: { input: 386, output: 94 } });
  };
}

/** An hour of a small server, since a new one has nothing to plot. */
export function figuresOfAnHour(): object {
  const count = 60;
  const at = Array.from({ length: count }, (_, nth) =>
    new Date(Date.UTC(2026, 0, 1, 10, nth)).toISOString(),
  );
  const wave = (height: number, base: number, phase: number) =>
    at.map((_, nth) =>
      Math.max(
        0,
        Math.round(
          base + height * (Math.sin(nth / 7 + phase) + Math.sin(nth / 2.3 + phase * 2) / 2),
        ),
      ),
    );
  const series = [
    ["messages", "per_minute", wave(5, 8, 0)],
    ["turns", "per_minute", wave(4, 7, 0.2)],
    ["failed_turns", "per_minute", at.map((_, nth) => (nth === 31 ? 1 : 0))],
    ["deliveries", "per_minute", wave(5, 9, 0.3)],
    ["outbox", "count", wave(2, 1, 1)],
    ["stuck", "count", at.map((_, nth) => (nth > 40 ? 1 : 0))],
    ["inbox_lag", "seconds", wave(1, 1, 2).map((value) => value * 0.4)],
    ["reminders", "per_minute", wave(1, 1, 3)],
    ["timers_overdue", "seconds", at.map(() => 0)],
    ["model_calls", "per_minute", wave(6, 10, 0.4)],
    ["model_tokens", "per_minute", wave(2_400, 4_800, 0.4)],
    ["requests", "per_minute", wave(30, 64, 1.4)],
    ["failed_requests", "per_minute", at.map((_, nth) => (nth % 17 === 3 ? 1 : 0))],
    ["memory", "bytes", at.map((_, nth) => 205_000_000 + nth * 280_000 + (nth % 9) * 1_400_000)],
    ["event_loop", "seconds", wave(4, 12, 0.9).map((value) => value / 1_000)],
  ] as const;
  const taking = (seconds: number, phase: number) => ({
    p50: wave(20, 60, phase).map((value) => (value * seconds) / 60),
    p95: wave(50, 160, phase).map((value) => (value * seconds) / 60),
    p99: wave(90, 260, phase).map((value) => (value * seconds) / 60),
  });
  const timings = {
    answer: 1.4,
    first_token: 0.5,
    model_call: 1.2,
    delivery: 0.2,
    reminder_late: 0.01,
  };
  return {
    step_seconds: 60,
    at,
    series: series.map(([name, unit, values]) => ({ name, unit, values })),
    timings: Object.entries(timings).map(([name, seconds], nth) => ({
      name,
      ...taking(seconds, nth),
    })),
  };
}
