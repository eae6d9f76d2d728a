import { expect, test } from "vitest";
import { newLore, readLore, writeLore } from "./lore-book.ts";

test("a lorebook keeps what the form does not show, and drops entries without words", () => {
  const book = {
    name: "Harbour",
    scan_depth: 4,
    entries: [{ owner_id: "a", keys: ["ferry", "船"], content: "It is late.", sticky: 3 }],
  };
  const drafts = readLore(book);
  expect(drafts).toMatchObject([{ keys: "ferry, 船", isEnabled: true, isConstant: false }]);
  const added = { ...newLore(drafts), keys: "fog，mist", content: " Two hours of it. " };
  const written = writeLore(book, [...drafts, added, newLore([...drafts, added])], "a");
  expect(written).toMatchObject({
    name: "Harbour",
    scan_depth: 4,
    entries: [
      { keys: ["ferry", "船"], sticky: 3 },
      { keys: ["fog", "mist"], content: "Two hours of it.", owner_id: "a", enabled: true },
    ],
  });
  expect(writeLore(undefined, [], "a")).toBeUndefined();
});
