import { expect, it } from "vitest";
import { readPeerRequest, uniqueName } from "./requests.ts";

const friends = [
  { id: "1", name: "Ann", host: "elm.example" },
  { id: "2", name: "小安", host: "elm.example" },
  { id: "3", name: "Mary Ann", host: "elm.example" },
];
const read = (text: string) =>
  readPeerRequest(text, { friends, isHost: (host) => host === "elm.example" });
const code = "AbCdEfGhIjKlMnOpQrSt-_";

it.each([
  ["my friend address", { kind: "address" }],
  ["我的好友地址是什么？", { kind: "address" }],
  ["my friends on other servers", { kind: "list" }],
  ["别的服务器上的好友", { kind: "list" }],
  [`add friend ${code}@elm.example`, { kind: "add", code, host: "elm.example" }],
  [`加好友${code}@elm.example`, { kind: "add", code, host: "elm.example" }],
  [`Please add ${code}@Oak.example as a friend.`, { kind: "add", code, host: "oak.example" }],
  ["remove friend ann@elm.example", { kind: "remove", friend: friends[0] }],
  ["删除好友小安@elm.example", { kind: "remove", friend: friends[1] }],
  ["accept MaryAnn@elm.example", { kind: "answer", accepts: true, friend: friends[2] }],
  ["拒绝小安@elm.example的邀请", { kind: "answer", accepts: false, friend: friends[1] }],
  ["yes", { kind: "answer", accepts: true, friend: undefined }],
  ["不行", { kind: "answer", accepts: false, friend: undefined }],
])("“%s” is read as what it asks about friends on other servers", (text, meant) => {
  expect(read(text)).toEqual(meant);
});

it("a request about a friend on another server keeps its words, with the name in place of the address", () => {
  expect(read("约小安@elm.example周五晚上7点打球")).toEqual({
    kind: "about",
    friends: [friends[1]],
    text: "约小安周五晚上7点打球",
  });
  expect(read("lunch with MaryAnn@elm.example and Ann@elm.example")).toMatchObject({
    kind: "about",
    friends: [friends[2], friends[0]],
  });
});

it("an address at a server that is not known is e-mail, and a person there who is not a friend is said so", () => {
  expect(read("remind me to write to ann@mail.example tomorrow at 9")).toBeUndefined();
  expect(read("when is Eve@elm.example free?")).toEqual({
    kind: "stranger",
    address: "Eve@elm.example",
  });
});

it("two friends of one name at one server get two addresses", () => {
  expect(uniqueName("Ann", friends, "elm.example")).toBe("Ann2");
  expect(uniqueName("Ann", friends, "oak.example")).toBe("Ann");
});
