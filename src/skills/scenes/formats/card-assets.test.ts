import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { Payload } from "../../../domain/events.ts";
import { assetsBrought, assetsIn, type AssetRow, keptAssets } from "./card-assets.ts";
import { readCard } from "./card.ts";
import { readCardFile, writeCardFile } from "./card-file.ts";
import { pictureType } from "./pictures.ts";
import { readChunks, textIn, withTexts, writeChunks } from "./png.ts";
import { portraitOf } from "./portrait.ts";
import { writeZip } from "./zip-write.ts";

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");
const face = writeChunks(portraitOf("somebody else"));
const jpeg = bytesOf("\u00ff\u00d8\u00ff\u00e0 a face");
const card = (assets: readonly object[]): Payload =>
  ({
    spec: "chara_card_v3",
    spec_version: "3.0",
    data: { name: "Mira", assets },
  }) as unknown as Payload;
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const asset = (type: string, name: string, path: string): object => ({
  type,
  name,
  ext: path.split(".").at(-1),
  uri: `embeded://${path}`,
});
const taken = (file: Uint8Array): ReturnType<typeof assetsIn> => assetsIn(file, readCardFile(file));
/** As the tables give it back. */
const kept = (file: Uint8Array): ReturnType<typeof keptAssets> => {
  const { events, blobs } = assetsBrought({ accountId: "a", botId: "b", now: 0 }, taken(file));
  return keptAssets(
    events[0]?.payload as unknown as AssetRow,
    new Map(blobs.map(({ hash, bytes }) => [hash, bytes])),
  );
};

describe("a card's picture", () => {
  it("stays with the bot and leaves with it, without what programs wrote into it", () => {
    const texts = {
      chara: Buffer.from(json(card([]))).toString("base64"),
      parameters: "secret prompt, steps 30",
    };
    const file = writeChunks(withTexts(portraitOf("somebody else"), texts));
    const picture = taken(file).picture?.bytes ?? new Uint8Array();
    expect(Buffer.from(picture).equals(face)).toBe(true);
    const out = readChunks(writeCardFile(readCardFile(file), "png", kept(file)));
    expect(textIn(out, "parameters")).toBeUndefined();
    expect(out.filter(({ type }) => type === "IDAT")).toEqual(
      readChunks(face).filter(({ type }) => type === "IDAT"),
    );
    expect(readCardFile(writeChunks(out)).data["name"]).toBe("Mira");
  });

  it("may stand in the card's text, and is told by its bytes, not by what it calls itself", () => {
    const uri = (bytes: Uint8Array): string =>
      `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    const holding = (bytes: Uint8Array): Uint8Array =>
      json(card([{ type: "icon", name: "main", ext: "png", uri: uri(bytes) }]));
    expect(taken(holding(jpeg)).picture?.mediaType).toBe("image/jpeg");
    expect(taken(holding(bytesOf("<svg onload=alert(1)>")))).toMatchObject({
      picture: undefined,
      leftOut: 1,
    });
    expect(
      taken(
        json(card([{ type: "icon", name: "main", uri: "https://elsewhere.example/face.png" }])),
      ),
    ).toMatchObject({
      picture: undefined,
      leftOut: 0,
    });
  });

  it.each<[string, string, string | undefined]>([
    ["GIF89a…", "a moving one", "image/gif"],
    ["RIFF0000WEBPVP8 ", "a newer one", "image/webp"],
    ["RIFF0000WAVEfmt ", "a sound", undefined],
    ["<html>", "a page", undefined],
    ["", "nothing", undefined],
  ])("%s is %s", (bytes, _what, type) => {
    expect(pictureType(bytesOf(bytes))).toBe(type);
  });

  it("of more pixels than a page can hold is none", () => {
    const [head, ...rest] = portraitOf("x");
    const wide = Buffer.from(head?.data ?? []);
    wide.writeUInt32BE(60_000, 0);
    wide.writeUInt32BE(60_000, 4);
    const file = writeChunks(
      withTexts([{ type: "IHDR", data: wide }, ...rest], {
        chara: Buffer.from(json(card([]))).toString("base64"),
      }),
    );
    expect(taken(file).picture).toBeUndefined();
  });
});

describe("what a CHARX holds", () => {
  const parts = [
    asset("icon", "main", "assets/icon/images/1.jpg"),
    asset("emotion", "sad../..", "assets/emotion/images/sad.png"),
    asset("background", "sea", "assets/background/images/sea.webp"),
    asset("x_page", "page", "assets/other/page.html"),
    asset("emotion", "lost", "assets/emotion/images/not-there.png"),
  ];
  const files = {
    "card.json": json(card(parts)),
    "assets/icon/images/1.jpg": jpeg,
    "assets/emotion/images/sad.png": face,
    "assets/background/images/sea.webp": bytesOf("RIFF0000WEBPVP8 sea"),
    "assets/other/page.html": bytesOf("<script>"),
  };

  it("is kept by kind and comes out again under its own name, whatever the name was", () => {
    const out = writeCardFile(readCard(card(parts)), "charx", kept(writeZip(files)));
    const again = taken(out);
    expect([again.picture?.mediaType, again.leftOut]).toEqual(["image/jpeg", 0]);
    expect(
      again.others.map(({ type, name, ext, mediaType }) => [type, name, ext, mediaType]),
    ).toEqual([
      ["emotion", "sad", "png", "image/png"],
      ["background", "sea", "webp", "image/webp"],
      ["x_page", "page", "html", undefined],
    ]);
    expect(again.others.map(({ bytes }) => Buffer.from(bytes).equals(face))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is left out where it is too much, and the card is taken all the same", () => {
    const large = Buffer.alloc(5 * 1024 * 1024, 1);
    const many = Array.from({ length: 70 }, (_, nth) =>
      asset("emotion", `e${nth}`, `assets/e${nth}.png`),
    );
    const file = writeZip({
      "card.json": json(
        card([asset("icon", "main", "big.png"), asset("emotion", "large", "large.png"), ...many]),
      ),
      "big.png": bytesOf("no picture"),
      "large.png": large,
      ...Object.fromEntries(many.map((_, nth) => [`assets/e${nth}.png`, face])),
    });
    const found = taken(file);
    expect(found.picture).toBeUndefined();
    expect(found.others).toHaveLength(63);
    expect(found.leftOut).toBe(1 + 1 + 7);
  });
});
