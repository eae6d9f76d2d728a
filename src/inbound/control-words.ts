import { foldForMatching } from "../domain/text.ts";

export type ControlWord = "stop" | "clear" | "new";

const words = new Map<string, ControlWord>([
  ["stop", "stop"],
  ["/stop", "stop"],
  ["停止", "stop"],
  ["/停止", "stop"],
  ["/clear", "clear"],
  ["/清空", "clear"],
  ["/new", "new"],
  ["/新对话", "new"],
]);

/** A control word is a whole utterance: "please stop by the shop" is not one. A closing mark does not change it. */
export function controlWord(text: string): ControlWord | undefined {
  return words.get(foldForMatching(text).replace(/[.!。！]+$/u, ""));
}
