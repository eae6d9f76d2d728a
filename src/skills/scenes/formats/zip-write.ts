import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

/** 1 January 1980, the earliest date: the same files produce the same archive. */
const day = 0x21;
const version = 20;
/** Names are UTF-8. */
const flags = 0x0800;

/** A zip of the files, each compressed only if that makes it smaller. */
export function writeZip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const bodies: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let at = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const name = Buffer.from(path, "utf8");
    const packed = deflateRawSync(bytes);
    const isSmaller = packed.length < bytes.length;
    const body = isSmaller ? packed : bytes;
    const shared = writeSharedHeader({
      method: isSmaller ? 8 : 0,
      sum: crc32(bytes),
      packed: body.length,
      size: bytes.length,
      name: name.length,
    });
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), shared, name, body]);
    list.push(
      Buffer.concat([
        Buffer.from([0x50, 0x4b, 1, 2, version, 0]),
        shared,
        writeCentralTail(at),
        name,
      ]),
    );
    bodies.push(local);
    at += local.length;
  }
  const central = Buffer.concat(list);
  return Buffer.concat([
    ...bodies,
    central,
    writeEndRecord({ count: list.length, size: central.length, at }),
  ]);
}

/** The part shared by a file's local header and its central directory entry. */
function writeSharedHeader(of: {
  method: number;
  sum: number;
  packed: number;
  size: number;
  name: number;
}): Uint8Array {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(version, 0);
  head.writeUInt16LE(flags, 2);
  head.writeUInt16LE(of.method, 4);
  head.writeUInt16LE(day, 8);
  head.writeUInt32LE(of.sum, 10);
  head.writeUInt32LE(of.packed, 14);
  head.writeUInt32LE(of.size, 18);
  head.writeUInt16LE(of.name, 22);
  return head;
}

function writeCentralTail(at: number): Uint8Array {
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(at, 10);
  return tail;
}

function writeEndRecord({
  count,
  size,
  at,
}: {
  count: number;
  size: number;
  at: number;
}): Uint8Array {
  const end = Buffer.alloc(22);
  end.set([0x50, 0x4b, 5, 6], 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
