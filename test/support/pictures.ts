import { crc32, deflateSync } from "node:zlib";

/** Small pictures as real programs write them, with hidden data to look for. */
const latin = (text: string): Buffer => Buffer.from(text, "latin1");

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([latin(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture with so many bytes of data; its pixels are never looked at. */
export const pngOf = (size: number, fill = 7): Buffer =>
  Buffer.concat([
    latin("\x89PNG\r\n\x1a\n"),
    chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk("IDAT", Buffer.alloc(size, fill)),
    chunk("IEND", Buffer.alloc(0)),
  ]);

/** One grey pixel. */
export function tinyPng(hidden?: string): Buffer {
  const texts =
    hidden === undefined
      ? []
      : ["tEXt", "iTXt", "zTXt", "eXIf", "tIME", "prVt"].map((type) =>
          chunk(type, latin(`Comment\0${hidden}`)),
        );
  const head = chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
  const end = [chunk("IEND", Buffer.alloc(0)), ...(hidden === undefined ? [] : [latin(hidden)])];
  return Buffer.concat([
    latin("\x89PNG\r\n\x1a\n"),
    head,
    ...texts,
    chunk("IDAT", deflateSync(Buffer.from([0, 128]))),
    ...end,
  ]);
}

function segment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** EXIF with an orientation and some hidden words, little-endian as phones write it. */
function exif(hidden: string, turned: number): Buffer {
  const entry = Buffer.alloc(12);
  entry.writeUInt16LE(0x0112, 0);
  entry.writeUInt16LE(3, 2);
  entry.writeUInt32LE(1, 4);
  entry.writeUInt16LE(turned, 8);
  const head = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0]);
  return Buffer.concat([latin("Exif\0\0"), head, entry, Buffer.alloc(4), latin(hidden)]);
}

/** The frame of a JPEG with every kind of hidden data. */
export function photo(hidden: string, turned = 6): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, latin("JFIF\0\x01\x01\0\0\x01\0\x01\0\0")),
    segment(0xe1, exif(hidden, turned)),
    segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0<x>${hidden}</x>`)),
    segment(0xe2, latin("ICC_PROFILE\0\x01\x01colours")),
    segment(0xe2, latin(`MPF\0${hidden}`)),
    segment(0xed, latin(`Photoshop 3.0\0${hidden}`)),
    segment(0xfe, latin(hidden)),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    segment(0xfe, latin(hidden)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x78, 0xff, 0xd9]),
    latin(hidden),
  ]);
}

export function gif(hidden: string): Buffer {
  const block = (text: string): Buffer =>
    Buffer.concat([Buffer.from([text.length]), latin(text), Buffer.from([0])]);
  return Buffer.concat([
    latin("GIF89a"),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from([0x21, 0xfe]),
    block(hidden),
    Buffer.from([0x21, 0xff, 11]),
    latin("NETSCAPE2.0"),
    Buffer.from([3, 1, 0, 0, 0]),
    Buffer.from([0x21, 0xff, 11]),
    latin("XMP DataXMP"),
    block(hidden),
    Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]),
    Buffer.from([0x3b]),
    latin(hidden),
  ]);
}

export function webp(hidden: string): Buffer {
  const part = (type: string, data: Uint8Array): Buffer => {
    const head = Buffer.concat([latin(type), Buffer.alloc(4)]);
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const body = Buffer.concat([
    part("VP8X", Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    part("VP8L", Buffer.from([0x2f, 0, 0, 0, 0])),
    part("EXIF", latin(hidden)),
    part("XMP ", latin(hidden)),
    part("PrVt", latin(hidden)),
  ]);
  const head = Buffer.concat([latin("RIFF"), Buffer.alloc(4), latin("WEBP")]);
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
