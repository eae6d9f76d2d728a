/** The server's answers about shared stories, under the page's names. */
import type {
  SharedInvitation,
  SharedInvitationLink,
  SharedLine,
  SharedStory,
  SharedView,
} from "../../../../src/domain/views/shared-stories.ts";

export type Story = SharedStory;
export type Line = SharedLine;
export type View = SharedView;
export type Invitation = SharedInvitation;
export type InvitationLink = SharedInvitationLink;
