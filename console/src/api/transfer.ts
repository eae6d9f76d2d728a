import { addressFor, type AnswerOf, type OperationName, type Place } from "./call.ts";
import { cutOff, send } from "./request.ts";

/** What is not JSON on both ways: files that come, files that go, and streams. */

/** A file of the server, named as the server names it. */
export async function fetchFile(address: string): Promise<Blob> {
  const response = await send(address, {});
  const said = response.headers.get("Content-Disposition") ?? "";
  const name =
    /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1] ?? /filename="([^"]+)"/i.exec(said)?.[1];
  const bytes = await response.blob().catch(cutOff);
  return name === undefined
    ? bytes
    : new File([bytes], decodeURIComponent(name), { type: bytes.type });
}

/** Uploads a file as its bytes. The answer has the type of the operation that takes it. */
export async function sendBytes<Name extends OperationName>(
  to: Name,
  { file, ...place }: Place<Name> & { readonly file: Blob },
): Promise<AnswerOf<Name>> {
  const response = await send(addressFor(to, place), {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/octet-stream" },
    body: file,
    cache: "no-store",
  });
  return (await response.json().catch(() => ({}))) as AnswerOf<Name>;
}

/** Server-sent events, from after the last one that is known. */
export const openStream = (
  address: string,
  { lastEventId, signal }: { readonly lastEventId: string; readonly signal: AbortSignal },
): Promise<Response> =>
  send(address, {
    headers: {
      Accept: "text/event-stream",
      ...(lastEventId === "" ? {} : { "Last-Event-ID": lastEventId }),
    },
    cache: "no-store",
    signal,
  });
