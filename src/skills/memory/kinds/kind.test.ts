import { expect, it } from "vitest";
import { isOfKind, readAskedKind } from "./kind.ts";

const isAnswer = (words: string, question: string): boolean => {
  const asked = readAskedKind(question);
  return asked !== undefined && isOfKind(words, asked);
};

it.each([
  ["my daughter is called Mia", "我女儿叫什么？"],
  ["我女儿叫朵朵", "what's my daughter's name?"],
  ["我女儿叫朵朵", "what is my daughter called"],
  ["I have a daughter named Ida", "我女儿叫什么名字"],
  ["my wife's name is Ana", "我老婆叫啥"],
  ["我老公叫大卫", "what's the name of my husband?"],
  ["my dentist is Dr Wong", "我牙医是谁"],
  ["我家的狗叫年糕", "what's my dog's name"],
  ["I'm allergic to peanuts", "我对什么过敏"],
  ["我对花生过敏", "what am I allergic to?"],
  ["my son is allergic to nuts", "我儿子对什么过敏？"],
  ["My license plate is 8KLM123", "我的车牌号是多少"],
  ["我车牌是粤B12345", "what's my plate number?"],
  ["my address is 5 Elm Road", "我的地址是什么"],
  ["我家地址是人民路5号", "what's my address"],
  ["I moved to Lyon", "我住在哪里？"],
  ["我搬到厦门了", "where do I live?"],
  ["my birthday is on March 3", "我生日是哪天"],
  ["我的生日是3月3号", "when is my birthday?"],
  ["my husband's birthday is on the 8th of May", "我老公生日是什么时候"],
  ["I work as a nurse", "我在哪上班"],
  ["我在一家出版社上班", "where do I work?"],
  ["my phone number is 555 0199", "我的电话号码是多少"],
  ["我的手机号是13800138000", "what's my phone number"],
  ["my blood type is A", "我是什么血型"],
  ["my daughter turned nine in May", "我女儿几岁了"],
  ["我儿子今年六岁", "how old is my son?"],
  ["I'm originally from Kyoto", "我老家是哪里"],
  ["我是湖南人", "where am I from?"],
  ["my brother moved to Oslo", "我哥哥住在哪"],
  ["my son is called Leo", "what's my kid's name"],
])("“%s” answers “%s”", (words, question) => {
  expect(isAnswer(words, question)).toBe(true);
});

it.each([
  ["my dog is called Rex", "我女儿叫什么"],
  ["我女儿叫朵朵", "what's my name?"],
  ["Leo is allergic to nuts", "我对什么过敏"],
  ["my brother moved to Oslo", "我住在哪里"],
  ["my daughter's dog is called Pip", "我女儿叫什么"],
  ["我女儿的狗叫豆豆", "what's my daughter's name"],
  ["my plate is 500", "我几岁了"],
  ["my middle name is Ray", "我叫什么名字"],
  ["I moved to Lyon", "where did I live before?"],
  ["my birthday is on March 3", "我女儿的生日是哪天"],
])("“%s” does not answer “%s”", (words, question) => {
  expect(isAnswer(words, question)).toBe(false);
});
