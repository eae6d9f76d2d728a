import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/errors.ts";
import type {
  ChannelAdmin,
  ChannelField,
  FieldProblem,
} from "../../domain/views/channel-settings.ts";
import { actorOf } from "../http/audit-trail.ts";
import { type Route, route } from "../http/route.ts";

const both = z.object({ en: z.string(), zh: z.string() });

const fieldSchema: z.ZodType<ChannelField> = z
  .object({
    path: z.string(),
    kind: z.enum(["text", "number", "switch", "choice", "list", "records"]),
    secret: z.boolean(),
    choices: z.array(z.string()),
    label: both,
    hint: both,
    main: z.boolean(),
    /** Of each entry, where it is a list of groups. */
    get fields() {
      return z.array(fieldSchema);
    },
  })
  .openapi("ChannelField");

const formSchema = z
  .object({
    name: z.string(),
    title: both,
    is_on: z.boolean(),
    /** The field that switches it on. */
    switch: z.string(),
    /** Filled in, but switched off. */
    is_forgotten: z.boolean(),
    /** Why what was saved here can't be used. The channel is off. */
    problem: z.string().nullable(),
    fields: z.array(fieldSchema),
    /** By field. A secret that is set is `{"kept": …}`; returned as it is, it stays. */
    values: z.record(z.string(), z.unknown()),
    origins: z.record(z.string(), z.enum(["page", "settings", "default"])),
    /** Where the settings say it: a line of the file, or a variable. */
    places: z.record(z.string(), z.string()),
  })
  .openapi("ChannelForm");

const formsSchema = z.object({ channels: z.array(formSchema) });

const problemsSchema = z.object({
  problems: z.array(z.object({ path: z.string().nullable(), says: both })),
});

const testSchema = z.object({
  findings: z.array(
    z.object({
      name: z.string(),
      status: z.enum(["ok", "warn", "fail"]),
      says: both,
      fix: both.nullable(),
    }),
  ),
});

const path = z.string().min(1).max(100);
const changeBody = z.object({
  set: z.record(path, z.unknown()).default({}),
  /** Fields that go back to what the settings say. */
  reset: z.array(path).max(200).default([]),
});
const byName = z.object({ name: z.string().min(1).max(40) });

export type ChannelFormsAnswer = z.output<typeof formsSchema>;
export type FormProblems = z.output<typeof problemsSchema>;
export type FormTest = z.output<typeof testSchema>;
export type FormChangeBody = z.input<typeof changeBody>;

const at = "/api/channels/settings";
const proofNeeded =
  "A chat app is switched on, and a session has not proven its identity again: `proof_required`.";
const notThere = { description: "There is no such channel, or it has no form." };

/** The channels' settings, for operators. */
export function channelSettingsRoutes(admin: ChannelAdmin): Route[] {
  const forms = (): ChannelFormsAnswer =>
    ({ channels: admin.list() }) as unknown as ChannelFormsAnswer;
  return [
    route({
      method: "get",
      path: at,
      auth: "operator",
      summary:
        "The channels' settings: a form for each, its values, and where each comes from. What was saved here is used before the environment and the file. Secrets are never shown.",
      answers: { 200: { description: "Forms.", schema: formsSchema } },
      handle: () => ({ status: 200, json: forms() }),
    }),
    ...changeRoutes(admin, forms),
    ...tryRoutes(admin),
  ];
}

const changeRoutes = (admin: ChannelAdmin, forms: () => ChannelFormsAnswer): Route[] => [
  route({
    method: "post",
    path: `${at}/{name}`,
    auth: "operator",
    audited: true,
    proof: () => admin.isAnyOn(),
    summary:
      "Change a channel's settings, and switch it on or off with them. Every process follows without a restart.",
    params: byName,
    body: changeBody,
    answers: {
      200: { description: "Forms.", schema: formsSchema },
      400: { description: "The `problems` of the values; nothing was saved." },
      403: { description: proofNeeded },
      404: notThere,
    },
    handle: async ({ params, body, ...ask }) => {
      refuseProblems(await admin.save(params.name, body, actorOf(ask)));
      return { status: 200, json: forms() };
    },
  }),
  route({
    method: "post",
    path: `${at}/{name}/off`,
    auth: "operator",
    audited: true,
    summary: "Switch a channel off. What is being sent ends first; the rest waits.",
    params: byName,
    body: z.object({}),
    answers: { 200: { description: "Forms.", schema: formsSchema }, 404: notThere },
    handle: async ({ params, ...ask }) => {
      await admin.switchOff(params.name, actorOf(ask));
      return { status: 200, json: forms() };
    },
  }),
  route({
    method: "delete",
    path: `${at}/{name}`,
    auth: "operator",
    audited: true,
    proof: () => admin.isAnyOn(),
    summary: "Forget what was saved here. What the settings say is used again.",
    params: byName,
    answers: {
      200: { description: "Forms.", schema: formsSchema },
      403: { description: proofNeeded },
      404: notThere,
    },
    handle: async ({ params, ...ask }) => {
      refuseProblems(await admin.forget(params.name, actorOf(ask)));
      return { status: 200, json: forms() };
    },
  }),
];

const tryRoutes = (admin: ChannelAdmin): Route[] => [
  route({
    method: "post",
    path: `${at}/{name}/check`,
    auth: "operator",
    summary: "Whether these values could be saved. Asks no vendor and stores nothing.",
    params: byName,
    body: changeBody,
    answers: { 200: { description: "Problems.", schema: problemsSchema }, 404: notThere },
    handle: ({ params, body }) => ({
      status: 200,
      json: { problems: admin.check(params.name, body) },
    }),
  }),
  route({
    method: "post",
    path: `${at}/{name}/test`,
    auth: "operator",
    proof: () => admin.isAnyOn(),
    summary: "Ask the vendor with these values, without sending anything to a person.",
    params: byName,
    body: changeBody,
    answers: {
      200: { description: "What the vendor said.", schema: testSchema },
      403: { description: proofNeeded },
      404: notThere,
    },
    handle: async ({ params, body }) => {
      const found = await admin.test(params.name, body);
      const findings = found.map(({ fix, ...each }) => ({ ...each, fix: fix ?? null }));
      return { status: 200, json: { findings } };
    },
  }),
];

function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Refusal("invalid_request", { problems });
}
