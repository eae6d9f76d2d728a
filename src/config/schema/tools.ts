import { z } from "zod";
import { allowedPlaces, httpUrl } from "../../fields.ts";

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "must be the name of a variable")
  .refine(
    (name) => !/^(?:MEANWHILE_.*|DATABASE_URL|PG.*)$/.test(name),
    "is one of Meanwhile's own variables, which no program gets",
  );

const program = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, "must be small letters, digits and hyphens, at most 20")
    .describe("Stands before the names of its tools."),
  command: z.string().min(1).describe("The program to start. No shell reads it."),
  args: z.array(z.string()).default([]).describe("Its arguments."),
  directory: z.string().min(1).optional().describe("Where it is started."),
  environment: z
    .array(variable)
    .default([])
    .describe(
      "Names of environment variables that it gets, beside PATH, HOME, LANG and TMPDIR. No others.",
    ),
  everyone: z
    .boolean()
    .default(false)
    .describe("Whether everyone may use it. Otherwise the operator who approves it."),
});

/** Tools of other programs. */
export const tools = z.strictObject({
  programs: z
    .array(program)
    .max(20)
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      "must have a name of its own each",
    )
    .default([])
    .describe(
      "Programs with tools that Meanwhile starts on this machine and speaks with by standard input and output. They can be added here only.",
    ),
  allowed_hosts: allowedPlaces
    .default([])
    .describe(
      "Hosts of servers that people may add for themselves, such as tools.example.org or *.example.org; `public` stands for every public host under https. Without any, only operators add servers.",
    ),
  private_addresses: z
    .array(httpUrl.transform((url) => new URL(url).origin))
    .default([])
    .describe(
      "Addresses in your own network where servers of tools may send people to sign in, such as https://id.home.lan. Public ones need not be listed.",
    ),
});
