import { type BodyOf, call } from "../../api/call.ts";
import { readPages } from "../../api/read-pages.ts";
import type { Invitation, InvitationLink, Story, View } from "./contract.ts";

export const sharedKey = ["shared-stories"] as const;
export const storyKey = (id: string) => [...sharedKey, id] as const;

export const fetchShared = (): Promise<readonly Story[]> =>
  readPages(async (page) => {
    const { stories: rows, next } = await call("GET /api/shared-stories", { query: page });
    return { rows, next };
  });
export const fetchView = (id: string): Promise<View> =>
  call("GET /api/shared-stories/{id}", { params: { id } });
export const beginShared = (body: BodyOf<"POST /api/shared-stories">): Promise<Story> =>
  call("POST /api/shared-stories", { body });
export const previewCode = (code: string): Promise<Invitation> =>
  call("POST /api/shared-stories/invitation", { body: { code } });
export const joinShared = (body: BodyOf<"POST /api/shared-stories/join">): Promise<Story> =>
  call("POST /api/shared-stories/join", { body });
export const inviteTo = (id: string): Promise<InvitationLink> =>
  call("POST /api/shared-stories/{id}/invitation", { params: { id }, body: {} });
export const sayIn = (
  id: string,
  body: BodyOf<"POST /api/shared-stories/{id}/turns">,
): Promise<unknown> => call("POST /api/shared-stories/{id}/turns", { params: { id }, body });
export type StoryChange = BodyOf<"PATCH /api/shared-stories/{id}">;
export const changeStory = (id: string, body: StoryChange): Promise<unknown> =>
  call("PATCH /api/shared-stories/{id}", { params: { id }, body });
export const moveIn = (
  id: string,
  body: BodyOf<"POST /api/shared-stories/{id}/presence">,
): Promise<unknown> => call("POST /api/shared-stories/{id}/presence", { params: { id }, body });
export const actOn = (id: string, act: "leave" | "next" | "regenerate"): Promise<unknown> =>
  call(`POST /api/shared-stories/{id}/${act}`, { params: { id } });
export const rewindTo = (id: string, lineId: string): Promise<unknown> =>
  call("POST /api/shared-stories/{id}/rewind", { params: { id }, body: { line_id: lineId } });
