import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../domain/json.ts";
import { draftAssets, findAssets, type AssetRow, toCardAssets } from "./card-assets.ts";
import { readCard } from "./card.ts";
import { readCardFile, writeCardFile } from "./card-file.ts";
import { detectPictureType } from "./pictures.ts";
import { readChunks, findText, replaceTexts, writeChunks } from "./png.ts";
import { drawPortrait } from "./portrait.ts";
import { writeZip } from "./zip-write.ts";

const toBytes = (text: string): Uint8Array => Buffer.from(text, "latin1");
const face = writeChunks(drawPortrait("somebody else"));
const jpeg = toBytes("\u00ff\u00d8\u00ff\u00e0 a face");
const createCard = (assets: readonly object[]): JsonObject =>
  ({
    spec: "chara_card_v3",
    spec_version: "3.0",
    data: { name: "Mira", assets },
  }) as unknown as JsonObject;
const toJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const createAsset = (type: string, name: string, path: string): object => ({
  type,
  name,
  ext: path.split(".").at(-1),
  uri: `embeded://${path}`,
});
const readAssets = (file: Uint8Array): ReturnType<typeof findAssets> =>
  findAssets(file, readCardFile(file));
/** As read back from the tables. */
const readStored = (file: Uint8Array): ReturnType<typeof toCardAssets> => {
  const { events, blobs } = draftAssets({ accountId: "a", botId: "b", now: 0 }, readAssets(file));
  return toCardAssets(
    events[0]?.payload as unknown as AssetRow,
    new Map(blobs.map(({ hash, bytes }) => [hash, bytes])),
  );
};

describe("the picture of a card", () => {
  it("a card's picture is imported and exported without its metadata", () => {
    const texts = {
      chara: Buffer.from(toJson(createCard([]))).toString("base64"),
      parameters: "secret prompt, steps 30",
    };
    const file = writeChunks(replaceTexts(drawPortrait("somebody else"), texts));
    const picture = readAssets(file).picture?.bytes ?? new Uint8Array();
    expect(Buffer.from(picture).equals(face)).toBe(true);
    const out = readChunks(writeCardFile(readCardFile(file), "png", readStored(file)));
    expect(findText(out, "parameters")).toBeUndefined();
    expect(out.filter(({ type }) => type === "IDAT")).toEqual(
      readChunks(face).filter(({ type }) => type === "IDAT"),
    );
    expect(readCardFile(writeChunks(out)).data["name"]).toBe("Mira");
  });

  it("a card's inline picture is recognised by its bytes, not by its declared type", () => {
    const toDataUri = (bytes: Uint8Array): string =>
      `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    const createInlineCard = (bytes: Uint8Array): Uint8Array =>
      toJson(createCard([{ type: "icon", name: "main", ext: "png", uri: toDataUri(bytes) }]));
    expect(readAssets(createInlineCard(jpeg)).picture?.mediaType).toBe("image/jpeg");
    expect(readAssets(createInlineCard(toBytes("<svg onload=alert(1)>")))).toMatchObject({
      picture: undefined,
      leftOut: 1,
    });
    expect(
      readAssets(
        toJson(
          createCard([{ type: "icon", name: "main", uri: "https://elsewhere.example/face.png" }]),
        ),
      ),
    ).toMatchObject({
      picture: undefined,
      leftOut: 0,
    });
  });

  it.each<[string, string, string | undefined]>([
    ["GIF89a…", "an animated picture", "image/gif"],
    ["RIFF0000WEBPVP8 ", "a newer picture format", "image/webp"],
    ["RIFF0000WAVEfmt ", "a sound", undefined],
    ["<html>", "a page", undefined],
    ["", "nothing", undefined],
  ])("bytes starting with “%s” are recognised as %s", (bytes, _what, type) => {
    expect(detectPictureType(toBytes(bytes))).toBe(type);
  });

  it("a card's picture with too many pixels is dropped", () => {
    const [head, ...rest] = drawPortrait("x");
    const wide = Buffer.from(head?.data ?? []);
    wide.writeUInt32BE(60_000, 0);
    wide.writeUInt32BE(60_000, 4);
    const file = writeChunks(
      replaceTexts([{ type: "IHDR", data: wide }, ...rest], {
        chara: Buffer.from(toJson(createCard([]))).toString("base64"),
      }),
    );
    expect(readAssets(file).picture).toBeUndefined();
  });
});

describe("the assets of a CHARX file", () => {
  const parts = [
    createAsset("icon", "main", "assets/icon/images/1.jpg"),
    createAsset("emotion", "sad../..", "assets/emotion/images/sad.png"),
    createAsset("background", "sea", "assets/background/images/sea.webp"),
    createAsset("x_page", "page", "assets/other/page.html"),
    createAsset("emotion", "lost", "assets/emotion/images/not-there.png"),
  ];
  const files = {
    "card.json": toJson(createCard(parts)),
    "assets/icon/images/1.jpg": jpeg,
    "assets/emotion/images/sad.png": face,
    "assets/background/images/sea.webp": toBytes("RIFF0000WEBPVP8 sea"),
    "assets/other/page.html": toBytes("<script>"),
  };

  it("assets of a CHARX file survive import and export with safe names", () => {
    const out = writeCardFile(readCard(createCard(parts)), "charx", readStored(writeZip(files)));
    const again = readAssets(out);
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

  it("oversized or surplus assets of a CHARX file are dropped and the card is imported", () => {
    const large = Buffer.alloc(5 * 1024 * 1024, 1);
    const many = Array.from({ length: 70 }, (_, nth) =>
      createAsset("emotion", `e${nth}`, `assets/e${nth}.png`),
    );
    const file = writeZip({
      "card.json": toJson(
        createCard([
          createAsset("icon", "main", "big.png"),
          createAsset("emotion", "large", "large.png"),
          ...many,
        ]),
      ),
      "big.png": toBytes("no picture"),
      "large.png": large,
      ...Object.fromEntries(many.map((_, nth) => [`assets/e${nth}.png`, face])),
    });
    const found = readAssets(file);
    expect(found.picture).toBeUndefined();
    expect(found.others).toHaveLength(63);
    expect(found.leftOut).toBe(1 + 1 + 7);
  });
});
