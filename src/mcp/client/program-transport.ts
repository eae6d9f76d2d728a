import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { StartedProgram } from "../../domain/ports/programs.ts";

/** The most that a program may print for one use: a flood ends it. */
const mostBytes = 4_000_000;

export interface ProgramTransport extends Transport {
  /** A new use begins: it may print as much again. */
  renew(): void;
  /** It printed too much. */
  readonly isFlooded: boolean;
  readonly hasEnded: boolean;
}

/** Messages as lines, on a program's standard input and output. */
export async function openProgramTransport(program: StartedProgram): Promise<ProgramTransport> {
  const { ReadBuffer, serializeMessage } = await import("@modelcontextprotocol/client");
  const buffer = new ReadBuffer({ maxBufferSize: mostBytes });
  let bytes = 0;
  let isFlooded = false;
  let hasEnded = false;
  const transport: ProgramTransport = {
    get isFlooded() {
      return isFlooded;
    },
    get hasEnded() {
      return hasEnded;
    },
    renew() {
      bytes = 0;
    },
    async start() {
      program.onOutput(take);
      void program.ended.then(() => {
        hasEnded = true;
        transport.onclose?.();
      });
    },
    send: async (message) => program.write(serializeMessage(message)),
    close: () => program.stop(),
  };
  const take = (chunk: Uint8Array): void => {
    bytes += chunk.length;
    if (isFlooded) return;
    if (bytes > mostBytes) {
      isFlooded = true;
      void program.stop();
      return;
    }
    buffer.append(Buffer.from(chunk));
    for (let message = next(); message !== null; message = next()) transport.onmessage?.(message);
  };
  /** Other lines are left out: some programs greet on standard output. */
  const next = (): JSONRPCMessage | null => {
    for (;;)
      try {
        return buffer.readMessage();
      } catch (error) {
        transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
  };
  return transport;
}
