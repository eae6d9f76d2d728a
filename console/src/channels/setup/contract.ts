/** A channel's form. Declared by the server; this file only gives it the page's names. */
import type {
  ChannelFormsAnswer,
  FormChangeBody,
  FormProblems,
  FormTest as Test,
} from "../../../../src/api/routes/channel-settings-routes.ts";
import type { ChannelField as Field } from "../../../../src/domain/views/channel-settings.ts";

export type Forms = ChannelFormsAnswer;
export type ChannelForm = ChannelFormsAnswer["channels"][number];
export type ChannelField = Field;
export type FormChange = FormChangeBody;
export type Problems = FormProblems;
export type Problem = FormProblems["problems"][number];
export type FormTest = Test;
