import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { type Session } from "../api/contract.ts";
import { type ConsolePage } from "../route.ts";
import {
  CalendarIcon,
  ChannelsIcon,
  DeliveriesIcon,
  MemoryIcon,
  OperatorIcon,
  StageIcon,
} from "./icons.tsx";

export interface PageEntry {
  readonly Page: LazyExoticComponent<ComponentType<{ readonly part: string | undefined }>>;
  readonly Icon: ComponentType;
  /** Who finds it in the navigation. The server checks again what they may do there. */
  readonly isFor?: (session: Session) => boolean;
}

/**
 * The pages beside the conversations, in the order of the navigation. Each is a chunk of its own,
 * so that the chat loads alone.
 */
export const pages: Readonly<Record<ConsolePage, PageEntry>> = {
  stage: { Page: lazy(() => import("../stage/stage-page.tsx")), Icon: StageIcon },
  calendar: { Page: lazy(() => import("../calendar/calendar-page.tsx")), Icon: CalendarIcon },
  memory: { Page: lazy(() => import("../memory/memory-page.tsx")), Icon: MemoryIcon },
  channels: { Page: lazy(() => import("../channels/channels-page.tsx")), Icon: ChannelsIcon },
  deliveries: {
    Page: lazy(() => import("../deliveries/deliveries-page.tsx")),
    Icon: DeliveriesIcon,
    // Few people look for it every day, and a phone's bar has room for seven: Settings leads there.
    isFor: () => false,
  },
  operator: {
    Page: lazy(() => import("../operator/operator-page.tsx")),
    Icon: OperatorIcon,
    isFor: ({ role }) => role !== "account",
  },
};
