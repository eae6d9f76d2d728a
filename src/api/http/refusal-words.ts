import type { Language } from "../../domain/language.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { quotaSentence } from "../../domain/quota-words.ts";
import { isQuotaFact } from "../../domain/quotas.ts";
import { joinNames } from "./refusal-names.ts";

type Fact = Readonly<Record<string, unknown>> | undefined;
type Sentence = string | ((fact: Fact) => string);

const field = (fact: Fact): string => (typeof fact?.["field"] === "string" ? fact["field"] : "");

/** The subject of the refusal, as its sentence names it. */
const nameSubject = (fact: Fact, name: string): string => {
  const value = fact?.[name];
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";
};

/** A longer list is only useful to programs. */
const mostNamed = 12;
const oneOf = (fact: Fact, before: string, between: string): string | undefined => {
  const values = fact?.["allowed"];
  return Array.isArray(values) && values.length > 0 && values.length <= mostNamed
    ? `${before}${values.join(between)}`
    : undefined;
};

/** The sentence a person reads beside a code: short, plain and without internals. */
const sentences: Readonly<Record<ErrorCode, Readonly<Record<Language, Sentence>>>> = {
  invalid_json: { en: "The body is not valid JSON.", zh: "请求内容不是有效的 JSON。" },
  invalid_request: {
    en: (fact) => {
      if (field(fact) === "") return "The request is not valid.";
      if (fact?.["problem"] === "unknown field")
        return `The field “${field(fact)}” is not known here. Nothing was done.`;
      return `“${field(fact)}” ${oneOf(fact, "must be one of: ", ", ") ?? "is not valid"}.`;
    },
    zh: (fact) => {
      if (field(fact) === "") return "请求无效。";
      if (fact?.["problem"] === "unknown field")
        return `这里没有“${field(fact)}”这个字段，什么都没有做。`;
      return `“${field(fact)}”${oneOf(fact, "只能是其中之一：", "、") ?? "无效"}。`;
    },
  },
  invalid_id: { en: "The id is not valid.", zh: "编号无效。" },
  invalid_file: {
    en: "This file can't be read: it is damaged, too large or of another kind.",
    zh: "无法读取这个文件：可能已损坏、过大或格式不符。",
  },
  body_too_deep: { en: "The JSON is nested too deeply.", zh: "JSON 嵌套过深。" },
  code_not_valid: {
    en: "This link has been used or has expired. Ask for a new one.",
    zh: "这个链接已使用或已过期，请重新获取。",
  },
  sign_on_refused: {
    en: "Single sign-on did not work. Try again, or ask the person who runs this server.",
    zh: "单点登录没有成功。请重试，或联系服务器的管理者。",
  },
  sign_on_no_account: {
    en: "You have no access here yet. Ask the person who runs this server.",
    zh: "您还没有这里的使用权限。请联系服务器的管理者。",
  },
  sign_on_unavailable: {
    en: "The sign-in service can't be reached. Try again in a minute.",
    zh: "暂时无法连接登录服务，请稍后再试。",
  },
  identity_pairing_required: {
    en: "This chat is not paired with an account yet.",
    zh: "这个聊天还没有与账号配对。",
  },
  channel_identity_already_bound: {
    en: "This chat belongs to another account.",
    zh: "这个聊天已绑定其他账号。",
  },
  invalid_provider_payload: {
    en: "The message is not in the expected form.",
    zh: "消息格式不符合要求。",
  },
  unsupported_provider: { en: "This provider is not supported.", zh: "不支持这个渠道。" },
  account_required: {
    en: "The account is missing: set account_id.",
    zh: "请用 account_id 指定账号。",
  },
  confirmation_mismatch: {
    en: "Type the account's name exactly as shown. Nothing was erased.",
    zh: "请原样输入账号名称。没有删除任何内容。",
  },
  friend_link_disabled: { en: "This friend code has been switched off.", zh: "这个好友码已停用。" },
  self_friendship_forbidden: { en: "That is your own friend code.", zh: "这是你自己的好友码。" },
  friend_link_not_found: {
    en: "This friend code is wrong or has expired.",
    zh: "好友码不正确或已过期。",
  },
  unknown_person: {
    en: (fact) => `No character is called “${nameSubject(fact, "value")}”. Nothing was done.`,
    zh: (fact) => `没有叫“${nameSubject(fact, "value")}”的人，什么都没有做。`,
  },
  unknown_command: {
    en: (fact) =>
      `“${nameSubject(fact, "value")}” starts with a slash and is no speech. There is “/w Ann …” for a whisper and “// …” for words out of the story; all else is done with buttons. Nothing was said.`,
    zh: (fact) =>
      `“${nameSubject(fact, "value")}”以斜杠开头，不是台词。这里有“/w 小安 …”（悄悄话）和“// …”（戏外的话），别的用按钮操作。什么都没有说出口。`,
  },
  unknown_place: {
    en: (fact) =>
      `There is no place ${nameSubject(fact, "value")} in this story. Nothing was done.`,
    zh: (fact) => `这个剧情里没有编号为 ${nameSubject(fact, "value")} 的地点，什么都没有做。`,
  },
  not_present: {
    en: (fact) => `${nameSubject(fact, "name")} is not here. Nothing was said.`,
    zh: (fact) => `${nameSubject(fact, "name")}不在场，什么都没有说出口。`,
  },
  clock_backwards: {
    en: (fact) => `The story’s clock only goes forward; it is ${nameSubject(fact, "clock")}.`,
    zh: (fact) => `剧情时间只能往前走，现在是 ${nameSubject(fact, "clock")}。`,
  },
  scene_not_found: {
    en: (fact) =>
      `There is no scene ${nameSubject(fact, "scene_id")} in this story. Nothing was done.`,
    zh: (fact) => `这个剧情里没有第 ${nameSubject(fact, "scene_id")} 场，什么都没有做。`,
  },
  scene_over: {
    en: (fact) => `Scene ${nameSubject(fact, "scene_id")} is over. Nothing was said.`,
    zh: (fact) => `第 ${nameSubject(fact, "scene_id")} 场已经结束，什么都没有说出口。`,
  },
  in_another_scene: {
    en: (fact) =>
      `${nameSubject(fact, "name")} is in scene ${nameSubject(fact, "scene_id")} now. End it first, or let ${nameSubject(fact, "name")} leave it.`,
    zh: (fact) =>
      `${nameSubject(fact, "name")}正在第 ${nameSubject(fact, "scene_id")} 场里。请先结束那一场，或让${nameSubject(fact, "name")}离开。`,
  },
  you_are_away: {
    en: "You are not in this scene, so no one heard you. Join it first.",
    zh: "你不在这一场里，没有人听见。请先进场。",
  },
  nobody_there: {
    en: "No one is there to answer. Nothing was said.",
    zh: "没有人在场可以回应，什么都没有说出口。",
  },
  whisper_unclear: {
    en: (fact) => {
      const to = nameSubject(fact, "name");
      const kept = joinNames(fact, "kept_from", ", ");
      const asked = to === "" ? "Is this whispered, and to whom," : `Is this whispered to ${to},`;
      return `${kept === "" ? "" : `This is not for ${kept}. `}${asked} or said aloud? Nothing was said yet.`;
    },
    zh: (fact) => {
      const to = nameSubject(fact, "name");
      const kept = joinNames(fact, "kept_from", "、");
      const asked = to === "" ? "是悄悄说的（对谁？）" : `是悄悄对${to}说的`;
      return `这句话${kept === "" ? "" : `不想让${kept}知道，`}${asked}，还是大声说的？还没有说出口。`;
    },
  },
  not_the_last_reply: {
    en: "Only the last reply of a scene that is still open can have another version. To try another way from here, make a branch.",
    zh: "只有仍在进行的一场里的最后一句回应可以换一个版本。想从这里换一种走法，请开一个分支。",
  },
  request_in_flight: {
    en: "The same request is still in progress.",
    zh: "同一个请求还在处理中。",
  },
  key_reused: {
    en: "This Idempotency-Key was used for another request. Nothing was done.",
    zh: "这个 Idempotency-Key 已用于另一个请求，什么都没有做。",
  },
  outcome_unknown: {
    en: "This request was begun, and it is not known whether it was done. Look before you send it again with a new key.",
    zh: "这个请求开始处理过，但不知道有没有做完。请先查看，再用新的键重发。",
  },
  scene_not_summed_up: {
    en: "The scene is closed, but it could not be summarised. Close it again to retry.",
    zh: "这一场已经结束，但没能写出总结。再次收场可以重试。",
  },
  unauthorized: { en: "Please sign in.", zh: "请先登录。" },
  page_key_required: { en: "Please sign in again on this page.", zh: "请在这个页面上重新登录。" },
  webhook_unauthorized: { en: "The signature or secret is wrong.", zh: "签名或密钥不正确。" },
  forbidden: { en: "You are not allowed to do this.", zh: "你没有权限这样做。" },
  calendar_entry_refused: {
    en: "This entry can't be kept in this form.",
    zh: "这条日程没法按这个样子保存。",
  },
  proof_required: {
    en: "Confirm who you are: with your token or a new sign-in link.",
    zh: "请再次确认身份：输入令牌，或打开新的登录链接。",
  },
  cross_site_refused: {
    en: "This request did not come from the product's own page.",
    zh: "请求不是从本站页面发出的。",
  },
  account_disabled: { en: "This account has been disabled.", zh: "这个账号已停用。" },
  not_found: { en: "This was not found.", zh: "这里什么都没有。" },
  method_not_allowed: {
    en: "This address does not support that method.",
    zh: "这个地址不支持该方法。",
  },
  request_timeout: { en: "The request took too long to arrive.", zh: "请求传输超时。" },
  turn_in_flight: { en: "An answer is still being written.", zh: "上一条还在回复中。" },
  version_conflict: {
    en: "Another request changed this first. Read it again and retry.",
    zh: "内容已被更改，请刷新后重试。",
  },
  already_recorded: { en: "This was already done.", zh: "这已经处理过了。" },
  not_resendable: {
    en: "This delivery can't be changed in its current state.",
    zh: "这条消息当前状态不能这样处理。",
  },
  account_busy: {
    en: "A message of this account is still being sent or answered. Try again in a moment.",
    zh: "这个账号还有内容正在发送或回复，请稍后再试。",
  },
  operator_account_kept: {
    en: "This is the operator's own account: it can be neither disabled nor erased.",
    zh: "这是管理员自己的账号，不能停用或删除。",
  },
  precondition_failed: {
    en: "It is not as the request expects. Read it again and retry.",
    zh: "内容已经和请求里的不一致。请重新读取后再试。",
  },
  body_too_large: { en: "The body is too large.", zh: "请求内容过大。" },
  unsupported_media_type: {
    en: "Send JSON, with Content-Type application/json.",
    zh: "请以 application/json 格式发送。",
  },
  wrong_host: {
    en: "This server does not accept that host name.",
    zh: "服务器不接受这个域名。",
  },
  rate_limited: { en: "Too many requests. Please wait a moment.", zh: "请求过于频繁，请稍候。" },
  daily_limit: {
    en: (fact) =>
      isQuotaFact(fact)
        ? quotaSentence(fact, "en")
        : "The daily limit is reached. Please try again tomorrow.",
    zh: (fact) =>
      isQuotaFact(fact) ? quotaSentence(fact, "zh") : "已达到一天的上限，请明天再试。",
  },
  headers_too_large: { en: "The headers are too large.", zh: "请求头过大。" },
  internal: { en: "Something went wrong on our side.", zh: "服务器出错了。" },
  turn_failed: {
    en: "The turn failed; nothing was saved.",
    zh: "这一轮没有完成，也没有留下任何内容。",
  },
  only_the_host: {
    en: "Only the host of this story can do that.",
    zh: "只有这个故事的主持人可以这样做。",
  },
  not_in_story: {
    en: "You are no longer in this story. Join again by an invitation.",
    zh: "你已经不在这个故事里了，可以用邀请重新加入。",
  },
  muted: { en: "The host has muted you.", zh: "主持人已将你禁言。" },
  story_paused: {
    en: "The host has paused the story. Nothing was said.",
    zh: "主持人暂停了故事，这句话没有说出口。",
  },
  not_your_turn: {
    en: "It is someone else's turn. Nothing was said.",
    zh: "现在轮到别人说话，这句话没有说出口。",
  },
  name_taken: {
    en: "Someone in this story already has that name.",
    zh: "故事里已经有人叫这个名字。",
  },
  character_taken: {
    en: "Someone else plays that character.",
    zh: "这个角色已经有人扮演。",
  },
  character_in_use: {
    en: "This character is in a story or talks with you. Delete the story or choose another companion first.",
    zh: "这个角色还在故事里，或正在和你聊天。请先删除故事或换一个伙伴。",
  },
  peer_not_trusted: { en: "This server does not trust the sender.", zh: "本服务器不信任发送方。" },
  peer_repeated: { en: "This message was taken before.", zh: "这条消息已经收过了。" },
  booking_over: {
    en: "This request is answered, withdrawn or expired already.",
    zh: "这个预约已经答复、收回或过期了。",
  },
  already_in_story: { en: "You are already in this story.", zh: "你已经在这个故事里了。" },
  story_full: { en: "There is no place left in this story.", zh: "这个故事人数已满。" },
  too_many_stories: {
    en: "You host too many stories. Leave one of them first.",
    zh: "你主持的故事太多了，请先离开其中一个。",
  },
  invitation_not_found: {
    en: "This invitation is wrong, has expired or was taken back.",
    zh: "邀请不正确、已过期或已被收回。",
  },
  quota_reached: {
    en: (fact) => (isQuotaFact(fact) ? quotaSentence(fact, "en") : "There is no space left."),
    zh: (fact) => (isQuotaFact(fact) ? quotaSentence(fact, "zh") : "没有空间了。"),
  },
  unavailable: {
    en: "The service is not available right now. Please try again.",
    zh: "服务暂时不可用，请稍后重试。",
  },
};

export function sentenceFor(code: ErrorCode, language: Language, fact?: Fact): string {
  const sentence = sentences[code][language];
  return typeof sentence === "string" ? sentence : sentence(fact);
}
