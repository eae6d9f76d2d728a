import { createHash } from "node:crypto";

/**
 * The value that a button sends. A click counts as the person typing the word, with the same
 * rights.
 */
export const stopKey = "stop";
export const stopWord = "停止";

/**
 * The key of a button's text: a click is looked up among our own buttons and never used as text
 * itself.
 */
export const wordsKey = (words: string): string =>
  `say_${createHash("sha256").update(words).digest("hex").slice(0, 24)}`;

/**
 * Beside a busy answer: a button that does what the hint says. Its id is the message's own, so it
 * is never used twice.
 */
export const stopCard = (streamId: string): object => ({
  card_type: "button_interaction",
  main_title: { title: "正在处理上一条消息", desc: "可以停止它，再发新的消息。" },
  button_list: [{ text: stopWord, style: 2, key: stopKey }],
  task_id: `stop_${streamId}`,
});

/** Other programs put cards into the same chat. A click on one of those is theirs to answer. */
export const isOwnCard = (taskId: string): boolean => /^(?:stop|hello)_mw_/.test(taskId);

/** A welcome with things to begin with. */
export function welcomeCard(of: {
  readonly streamId: string;
  readonly text: string;
  readonly buttons: readonly string[];
}): object {
  const [title = "", ...more] = of.text.split("\n");
  return {
    card_type: "button_interaction",
    main_title: { title },
    ...(more.length === 0 ? {} : { sub_title_text: more.join("\n").trim() }),
    button_list: of.buttons.map((text) => ({ text, style: 1, key: wordsKey(text) })),
    task_id: `hello_${of.streamId}`,
  };
}

export interface Clicked {
  readonly taskId: string;
  readonly userId: string;
  readonly title: string;
  readonly detail?: string | undefined;
}

/** Replaces a clicked card for the person who clicked: without an answer WeCom shows an error. */
export const writeClickedCard = ({ taskId, userId, title, detail }: Clicked): object => ({
  response_type: "update_template_card",
  userids: [userId],
  template_card: {
    card_type: "button_interaction",
    main_title: { title },
    ...(detail === undefined ? {} : { sub_title_text: detail }),
    button_list: [{ text: "已收到", style: 4, key: "heard" }],
    task_id: taskId,
  },
});
