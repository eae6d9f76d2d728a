import { smokeCase, type SmokeCase } from "../case.ts";

const talk = ({
  say,
  ...rest
}: {
  id: string;
  about: string;
  say: string;
  gist?: string;
}): SmokeCase =>
  smokeCase("F", { ...rest, steps: [{ say, expect: { talk: true } }], forbid: ["any_write"] });

/** Talk: answered, and no row changes. */
export const chat: readonly SmokeCase[] = [
  talk({
    id: "f1-swimming",
    about: "an opinion on swimming",
    say: "你觉得游泳对减肥有用吗",
    gist: "F1",
  }),
  talk({
    id: "f1-swimming-en",
    about: "an opinion on swimming, in English",
    say: "I have been thinking about swimming, is it good for the back?",
    gist: "F1",
  }),
  talk({
    id: "f2-running",
    about: "advice on running",
    say: "跑步前要不要拉伸？给点建议",
    gist: "F2",
  }),
  talk({
    id: "f2-running-en",
    about: "morning or evening is no time to be reminded at",
    say: "Should I run in the morning or the evening?",
    gist: "F2",
  }),
  talk({
    id: "f3-quoted",
    about: "what somebody else said is no wish",
    say: "他说“明天提醒我开会”",
  }),
  talk({ id: "f4-complaint", about: "a complaint is no wish", say: "你昨天为什么没叫我" }),
  talk({ id: "f5-name", about: "a name is no alarm", say: "叫我小王就好" }),
  talk({ id: "f6-told", about: "what happened is no wish", say: "昨天开会好累" }),
];
