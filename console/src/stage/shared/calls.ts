import { request } from "../../api/request.ts";
import type { Invitation, InvitationLink, Story, View } from "./contract.ts";

export const sharedKey = ["shared-stories"] as const;
export const storyKey = (id: string) => [...sharedKey, id] as const;

const address = (id: string, rest = ""): string =>
  `/api/shared-stories/${encodeURIComponent(id)}${rest}`;
const post = <T = unknown>(path: string, body?: unknown): Promise<T> =>
  request<T>(path, { method: "POST", ...(body === undefined ? {} : { body }) });

export const fetchShared = async (): Promise<readonly Story[]> =>
  (await request<{ stories: readonly Story[] }>("/api/shared-stories")).stories;
export const fetchView = (id: string): Promise<View> => request(address(id));
export const beginShared = (asked: object): Promise<Story> => post("/api/shared-stories", asked);
export const previewCode = (code: string): Promise<Invitation> =>
  post("/api/shared-stories/invitation", { code });
export const joinShared = (asked: object): Promise<Story> =>
  post("/api/shared-stories/join", asked);
export const inviteTo = (id: string): Promise<InvitationLink> =>
  post(address(id, "/invitation"), {});
export const sayIn = (id: string, line: object): Promise<unknown> =>
  post(address(id, "/turns"), line);
export const changeStory = (id: string, change: object): Promise<unknown> =>
  request(address(id), { method: "PATCH", body: change });
export const moveIn = (id: string, body: object): Promise<unknown> =>
  post(address(id, "/presence"), body);
export const actOn = (id: string, act: "leave" | "next" | "regenerate"): Promise<unknown> =>
  post(address(id, `/${act}`));
export const rewindTo = (id: string, lineId: string): Promise<unknown> =>
  post(address(id, "/rewind"), { line_id: lineId });
