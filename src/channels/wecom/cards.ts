/** What a button says back to us. Whoever clicks it says the word, with the same rights as by typing it. */
export const stopKey = "stop";
export const stopWord = "停止";

/** Beside a busy answer: a button that does what the hint says. Its id is the message's own, so it is never used twice. */
export const stopCard = (streamId: string): object => ({
  card_type: "button_interaction",
  main_title: { title: "正在处理上一条消息", desc: "可以停止它，再发新的消息。" },
  button_list: [{ text: stopWord, style: 2, key: stopKey }],
  task_id: `stop_${streamId}`,
});

/** In the place of a card that was clicked, for whoever clicked: without an answer WeCom shows that nobody was there. */
export const clickedCard = (what: { readonly taskId: string; readonly userId: string; readonly title: string }): object => ({
  response_type: "update_template_card",
  userids: [what.userId],
  template_card: {
    card_type: "button_interaction",
    main_title: { title: what.title },
    button_list: [{ text: "已收到", style: 4, key: "heard" }],
    task_id: what.taskId,
  },
});
