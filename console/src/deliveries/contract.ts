/** What goes in and out. Declared by the server; this file only gives it the page's names. */
import type { Activity as Going } from "../../../src/api/views/activity-view.ts";
import type { MessageLog as Log } from "../../../src/api/views/message-log.ts";
import type { AccountPage as Accounts } from "../../../src/api/routes/account-routes.ts";
import type { TurnReport as Report } from "../../../src/api/views/turn-report.ts";

export type MessageLog = Log;
export type LogRow = Log["messages"][number];
export type Activity = Going;
export type InboxRow = Activity["inbox"][number];
export type LaneRow = Activity["lanes"][number];
export type TurnRow = Activity["turns"][number];
export type DeliveryRow = Activity["deliveries"][number];
export type AccountPage = Accounts;
export type TurnReport = Report;
