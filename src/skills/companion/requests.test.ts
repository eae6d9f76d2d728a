import { expect, it } from "vitest";
import { readCompanionRequest } from "./requests.ts";

/** Names that the person's characters have. A doubtful sentence counts only for one of these. */
const names = new Set(["mira", "小雨"]);

const isSwitch = (text: string): boolean => {
  const request = readCompanionRequest(text);
  if (request === undefined || request.kind === "show") return false;
  if (request.kind === "choose" && request.isCertain) return true;
  return request.name === undefined || names.has(request.name.toLowerCase());
};

it.each([
  "talk to me as Mira",
  "Talk to me as Mira from now on",
  "let Mira talk to me",
  "make Mira my companion",
  "be Mira",
  "switch to Mira",
  "I'd like to talk to Mira",
  "be yourself again",
  "back to normal",
  "stop being Mira",
  "别扮小雨了",
  "让小雨来陪我聊",
  "以后让小雨跟我聊天",
  "用小雨的口吻跟我说话",
  "让小雨当我的伙伴",
  "我想和小雨聊聊",
  "换成小雨",
  "I want Mira as my companion",
  "can Mira talk to me instead?",
  "I don't want to talk to Mira anymore",
  "我想让小雨陪我",
  "小雨来陪我吧",
  "我不想跟小雨聊了",
  "不要小雨了",
  "换回普通助手",
  "变回你自己",
])("“%s” chooses who talks", (text) => {
  expect(isSwitch(text)).toBe(true);
});

it.each([
  "I want to talk to Mira tomorrow",
  "can Mira talk to me tomorrow?",
  "妈妈来陪我吧",
  "不要香菜了",
  "I want to talk to Mira about the rent",
  "I would like to speak with Mira at 5",
  "I want to talk to Mira and Tom",
  "let Mira talk to me later",
  "let Mira talk to me tomorrow",
  "let Mira know I'm late",
  "let Mira be",
  "Mira wants to talk to me",
  "have Mira talk to me on Friday",
  "have you talked to Mira?",
  "did Mira talk to you?",
  "remind me to talk to Mira",
  "tell Mira to talk to me",
  "be nice to Mira",
  "be there at five",
  "be quiet now",
  "become a member of the club",
  "switch to dark mode",
  "switch to the other account",
  "change to 5 pm",
  "change to Friday instead",
  "stop being rude",
  "stop being late for work",
  "stop playing games",
  "stop playing that song",
  "go back to sleep",
  "go back to normal hours on Monday",
  "back to work",
  "write to me as soon as you can",
  "talk to me as if I were five",
  "talk to me as a friend would",
  "speak to me as an expert",
  "answer to me as quickly as possible",
  "make dinner for my companion",
  "make Friday my day off",
  "let the dog be my companion on the walk",
  "I want to chat with my sister now",
  "who is Mira?",
  "what would Mira say?",
])("“%s” does not change who talks", (text) => {
  expect(isSwitch(text)).toBe(false);
});

it.each([
  "让小雨来接我",
  "让小雨来找我",
  "让小雨陪我去医院",
  "让小雨明天来陪我聊",
  "叫小雨来吃饭",
  "叫小雨起床",
  "请小雨来我家",
  "小雨想和我聊聊",
  "我想和小雨聊聊房租的事",
  "我明天想和小雨聊聊",
  "我要跟小雨说话的时候提醒我",
  "提醒我和小雨聊聊",
  "提醒我明天跟小雨聊天",
  "想和妈妈聊天",
  "要跟老板聊聊",
  "换成明天",
  "换成下午三点",
  "换个时间吧",
  "换小雨去买菜",
  "换成小雨的生日",
  "别当真了",
  "别当回事了",
  "不用当面说了",
  "不用再当班长了",
  "别再扮可怜了",
  "别扮鬼脸了",
  "回到自己家",
  "回到原来的公司",
  "恢复默认设置",
  "恢复原来的时间",
  "做回自己真难",
  "变回冬天了",
  "让他来跟我聊",
  "让妈妈来陪我说话",
  "让医生跟我聊聊病情",
  "请老师跟我聊聊孩子的成绩",
  "小雨是谁",
  "小雨会怎么说",
  "让小雨当班长",
  "请小雨做我的伴娘",
])("“%s”不换人", (text) => {
  expect(isSwitch(text)).toBe(false);
});
