/** Updates as Telegram writes them, from its documentation. Ids are made up. */
const person = {
  id: 700_000_001,
  is_bot: false,
  first_name: "Ada",
  last_name: "Fischer",
  username: "ada_f",
  language_code: "en",
};
const chat = { id: 700_000_001, first_name: "Ada", username: "ada_f", type: "private" };
const group = { id: -1_001_234_567_890, title: "Choir", type: "supergroup", is_forum: true };
const file = { file_id: "BQACAgIAAxkBAAI", file_unique_id: "AgADBQAC", file_size: 1_234 };

const message = (more: object) => ({
  message_id: 11,
  from: person,
  chat,
  date: 1_767_600_000,
  ...more,
});

export const telegramUpdates: Readonly<Record<string, object>> = {
  text: { update_id: 1, message: message({ text: "hello **there**" }) },
  photo: {
    update_id: 2,
    message: message({
      photo: [
        { ...file, width: 90, height: 90 },
        { ...file, width: 900, height: 900 },
      ],
      caption: "look",
    }),
  },
  voice: {
    update_id: 3,
    message: message({ voice: { ...file, duration: 4, mime_type: "audio/ogg" } }),
  },
  document: {
    update_id: 4,
    message: message({
      document: { ...file, file_name: "plan.pdf", mime_type: "application/pdf" },
    }),
  },
  location: { update_id: 5, message: message({ location: { latitude: 52.5, longitude: 13.4 } }) },
  venue: {
    update_id: 6,
    message: message({
      location: { latitude: 52.5, longitude: 13.4 },
      venue: { location: { latitude: 52.5, longitude: 13.4 }, title: "Café", address: "Main St 1" },
    }),
  },
  contact: {
    update_id: 7,
    message: message({ contact: { phone_number: "+4930123", first_name: "Bob" } }),
  },
  sticker: {
    update_id: 8,
    message: message({ sticker: { ...file, emoji: "👍", is_animated: true, is_video: false } }),
  },
  reply: {
    update_id: 9,
    message: message({
      text: "done",
      reply_to_message: { message_id: 5, chat, date: 1, text: "⏰ 08:00 water the plants" },
    }),
  },
  mention: {
    update_id: 10,
    message: message({
      chat: group,
      is_topic_message: true,
      message_thread_id: 3,
      text: "@meanwhile_bot who is free?",
      entities: [{ type: "mention", offset: 0, length: 14 }],
    }),
  },
  edited: {
    update_id: 11,
    edited_message: message({ text: "hello there", edit_date: 1_767_600_060 }),
  },
  command: {
    update_id: 12,
    message: message({ text: "/start", entities: [{ type: "bot_command", offset: 0, length: 6 }] }),
  },
  forwarded: {
    update_id: 13,
    message: message({
      text: "news",
      forward_origin: { type: "hidden_user", sender_user_name: "X" },
    }),
  },
  joined: { update_id: 14, message: message({ chat: group, new_chat_members: [person] }) },
  click: {
    update_id: 15,
    callback_query: {
      id: "4382bfdwdsb323b2d9",
      from: person,
      message: message({ text: "⏰ 08:00 water", from: { id: 1, is_bot: true, first_name: "M" } }),
      chat_instance: "1",
      data: "mw:done:en",
    },
  },
};
