import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../client/client.ts";

/**
 * Calendar programs of others against a running server, for development (docs/caldav.md). On Debian they come with
 * `apt-get install vdirsyncer radicale`:
 *
 * MEANWHILE_TOKEN=<an operator's> node scripts/caldav-programs.ts http://127.0.0.1:7788
 *
 * vdirsyncer keeps two folders, a desk and a phone, in step with the server, and a calendar of Radicale; Meanwhile follows
 * another one of Radicale. The entries that this makes are deleted again.
 */
const [address = "http://127.0.0.1:7788"] = process.argv.slice(2);
const token = process.env["MEANWHILE_TOKEN"];
if (token === undefined) throw new Error("Set MEANWHILE_TOKEN to an operator's token.");
const meanwhile = createClient({ url: address, token });
const folder = await mkdtemp(join(tmpdir(), "caldav-programs-"));
const mark = `check-${process.pid}`;

interface Place {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

const storage = (name: string, fields: Readonly<Record<string, string>>): string =>
  [`[storage ${name}]`, ...Object.entries(fields).map(([key, value]) => `${key} = "${value}"`)]
    .concat("")
    .join("\n");
const caldav = (name: string, { url, user, password }: Place): string =>
  storage(name, { type: "caldav", url, username: user, password });
const files = (name: string): string =>
  storage(name, { type: "filesystem", path: join(folder, name), fileext: ".ics" });
const pair = (name: string, other: string, collections: string): string =>
  [
    `[pair ${name}_pair]`,
    `a = "${name}"`,
    `b = "${other}"`,
    `collections = ${collections}`,
    'conflict_resolution = "b wins"',
    'metadata = ["displayname", "color"]',
    "",
  ].join("\n");

async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  // Every question of it is whether a collection may be made.
  child.stdin.end("y\n".repeat(20));
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  assert.equal(code, 0, `${command} ${args.join(" ")} failed:\n${said}`);
  return said;
}
const vdirsyncer = (...args: string[]): Promise<string> =>
  run("vdirsyncer", ["-c", join(folder, "config"), ...args]);
/** The desk twice: it sends, and later gets what the phone sent and its own entries as the server keeps them. */
const syncAll = async (): Promise<string> => {
  let said = "";
  for (const name of ["desk", "phone", "desk"]) said += await vdirsyncer("sync", `${name}_pair`);
  return said;
};

async function startRadicale(): Promise<Place & { readonly child: ChildProcess }> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await writeFile(join(folder, "users"), "ada:secret\n");
  const settings = {
    "server-hosts": `127.0.0.1:${port}`,
    "auth-type": "htpasswd",
    "auth-htpasswd-filename": join(folder, "users"),
    "auth-htpasswd-encryption": "plain",
    "storage-filesystem-folder": join(folder, "radicale"),
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const child = spawn("radicale", ["--config", "", ...args], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    await pause(100);
  }
  return { url, user: "ada", password: "secret", child };
}

const entry = (uid: string, lines: readonly string[], component = "VEVENT"): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//check//EN",
    `BEGIN:${component}`,
    `UID:${uid}`,
    "DTSTAMP:20990101T000000Z",
    ...lines,
    `END:${component}`,
    "END:VCALENDAR",
    "",
  ].join("\r\n");

interface Kept {
  readonly path: string;
  readonly text: string;
}

/** The files of a collection that hold these words. */
async function findFiles(place: string, collection: string, words: string): Promise<Kept[]> {
  const at = join(folder, place, collection);
  const all = await Promise.all(
    (await readdir(at))
      .filter((name) => name.endsWith(".ics"))
      .map(async (name) => ({
        path: join(at, name),
        text: (await readFile(join(at, name), "utf8")).replaceAll(/\r?\n[ \t]/g, ""),
      })),
  );
  return all.filter(({ text }) => text.includes(words));
}

async function findOne(place: string, collection: string, words: string): Promise<Kept> {
  const [found, ...more] = await findFiles(place, collection, words);
  assert.ok(found !== undefined && more.length === 0, `one file with “${words}” at the ${place}`);
  return found;
}

const listReminders = async (keyword: string) =>
  (await meanwhile.call("GET /api/reminders", { query: { keyword, lifecycle: "active" } }))
    .reminders;

const kept = [
  "DESCRIPTION:Second line\\, with a comma\\; and 牙医 🦷",
  "LOCATION:Main Street 5",
  "CATEGORIES:Health,Family",
  "PRIORITY:2",
  "URL:https://example.org/x?a=1&b=2",
  "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
] as const;
const alarms = ["-PT15M", "-P1D", "-PT2H"] as const;
const dentist = [
  "DTSTART;TZID=Europe/Berlin:20990303T150000",
  "DTEND;TZID=Europe/Berlin:20990303T154500",
  `SUMMARY:${mark} dentist`,
  ...kept,
  ...alarms.flatMap((at) => [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:x",
    `TRIGGER:${at}`,
    "END:VALARM",
  ]),
] as const;

interface Worlds {
  readonly server: Place;
  readonly radicale: Place;
}

const checks: Readonly<Record<string, (on: Worlds) => Promise<void>>> = {
  "discovery from the bare address finds both collections": async () => {
    const said = await vdirsyncer("discover", "desk_pair", "phone_pair");
    assert.match(said, /"events"/);
    assert.match(said, /"tasks"/);
    await vdirsyncer("metasync", "desk_pair");
    assert.match(await readFile(join(folder, "desk/events/displayname"), "utf8"), /\S/);
  },
  "an entry of the desk reaches the phone and the chat's rows, with every line that it had":
    async () => {
      await writeFile(join(folder, "desk/events/dentist.ics"), entry(`${mark}-1`, dentist));
      await syncAll();
      const { text } = await findOne("phone", "events", `${mark} dentist`);
      for (const line of [...kept, ...alarms.map((at) => `TRIGGER:${at}`)])
        assert.ok(text.includes(line), `${line} is kept`);
      const [made] = await listReminders(`${mark} dentist`);
      assert.deepEqual([made?.local_start, made?.duration_minutes], ["2099-03-03T15:00:00", 45]);
    },
  "a sentence becomes a file at the desk": async () => {
    const text = `remind me tomorrow at 9am to ${mark} walk`;
    await meanwhile.call("POST /api/reminders/say", { body: { text } });
    await syncAll();
    assert.match((await findOne("desk", "events", `${mark} walk`)).text, /DTSTART.*T090000/);
  },
  "a new time of the chat reaches the desk, and no line is lost": async () => {
    const [found] = await listReminders(`${mark} dentist`);
    const params = { id: found?.id ?? "" };
    await meanwhile.call("PATCH /api/reminders/{id}", {
      params,
      body: { trigger_time: "2099-03-03T17:00:00" },
    });
    await syncAll();
    const { text } = await findOne("desk", "events", `${mark} dentist`);
    assert.match(text, /DTSTART;TZID=Europe\/Berlin:20990303T170000/);
    for (const line of kept) assert.ok(text.includes(line), `${line} is kept`);
  },
  "a change at the phone reaches the desk and the chat's rows": async () => {
    const { path, text } = await findOne("phone", "events", `${mark} dentist`);
    await writeFile(path, text.replace(`SUMMARY:${mark} dentist`, `SUMMARY:${mark} surgeon`));
    await syncAll();
    await findOne("desk", "events", `${mark} surgeon`);
    assert.equal((await listReminders(`${mark} surgeon`)).length, 1);
  },
  "a series with a changed and a cancelled day comes back whole": async () => {
    const series = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//check//EN",
      "BEGIN:VEVENT",
      `UID:${mark}-s`,
      "DTSTAMP:20990101T000000Z",
      "DTSTART;TZID=Europe/Berlin:20990302T090000",
      "DURATION:PT30M",
      "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=8",
      "EXDATE;TZID=Europe/Berlin:20990316T090000",
      `SUMMARY:${mark} standup`,
      "END:VEVENT",
      "BEGIN:VEVENT",
      `UID:${mark}-s`,
      "DTSTAMP:20990101T000000Z",
      "RECURRENCE-ID;TZID=Europe/Berlin:20990309T090000",
      "DTSTART;TZID=Europe/Berlin:20990309T110000",
      "DURATION:PT30M",
      `SUMMARY:${mark} standup later`,
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    await writeFile(join(folder, "desk/events/standup.ics"), series);
    await syncAll();
    const { text } = await findOne("phone", "events", `UID:${mark}-s`);
    assert.match(text, /RRULE:FREQ=WEEKLY;.*COUNT=8/);
    assert.match(text, /EXDATE[^\r\n]*20990316T090000/);
    assert.match(text, /RECURRENCE-ID[^\r\n]*20990309T090000/);
  },
  "a to-do that is done at the desk is done in the chat's rows, and the other way round":
    async () => {
      const todo = (uid: string): string =>
        entry(uid, [`SUMMARY:${uid} bread`, "DUE:20990305T160000Z"], "VTODO");
      for (const nth of ["1", "2"])
        await writeFile(join(folder, `desk/tasks/${nth}.ics`), todo(`${mark}-t${nth}`));
      await syncAll();
      const { path, text } = await findOne("desk", "tasks", `SUMMARY:${mark}-t1`);
      await writeFile(path, text.replace("STATUS:NEEDS-ACTION", "STATUS:COMPLETED"));
      const [second] = await listReminders(`${mark}-t2`);
      const params = { id: second?.id ?? "" };
      await meanwhile.call("POST /api/reminders/{id}/complete", { params, body: {} });
      await syncAll();
      const query = { keyword: `${mark}-t`, lifecycle: "completed" as const };
      assert.equal((await meanwhile.call("GET /api/reminders", { query })).reminders.length, 2);
      for (const nth of ["1", "2"])
        assert.match((await findOne("phone", "tasks", `${mark}-t${nth}`)).text, /STATUS:COMPLETED/);
    },
  "where both sides changed an entry, the server's stands": async () => {
    const { path, text } = await findOne("desk", "events", `${mark} walk`);
    await writeFile(path, text.replace(`${mark} walk`, `${mark} walk at the desk`));
    const [walk] = await listReminders(`${mark} walk`);
    const params = { id: walk?.id ?? "" };
    const body = { content: `${mark} walk in chat` };
    await meanwhile.call("PATCH /api/reminders/{id}", { params, body });
    await syncAll();
    await findOne("desk", "events", `${mark} walk in chat`);
  },
  "a synchronization without changes transfers nothing": async () =>
    assert.doesNotMatch(await syncAll(), /Copying|Deleting|Updating|conflict/i),
  "what is deleted at the phone is gone at the desk and in the chat's rows": async () => {
    await rm((await findOne("phone", "events", `${mark} surgeon`)).path);
    await syncAll();
    assert.equal((await findFiles("desk", "events", `${mark} surgeon`)).length, 0);
    assert.equal((await listReminders(`${mark} surgeon`)).length, 0);
  },
  "a calendar of Radicale and that of the chat are kept in step, both ways": async ({
    radicale,
  }) => {
    await vdirsyncer("discover", "radicale_pair");
    await vdirsyncer("sync", "radicale_pair");
    const at = `${radicale.url}ada/shared/`;
    const headers = authorize(radicale);
    const listed = await fetch(at, { headers }).then((answer) => answer.text());
    assert.ok(listed.includes(`${mark} walk in chat`), "Radicale has the walk");
    const body = entry(`${mark}-r`, ["DTSTART:20990306T100000Z", `SUMMARY:${mark} concert`]);
    const put = await fetch(`${at}r.ics`, { method: "PUT", headers, body });
    assert.equal(put.status, 201);
    await vdirsyncer("sync", "radicale_pair");
    assert.equal((await listReminders(`${mark} concert`)).length, 1);
  },
  "a calendar of Radicale is followed, with its busy times": async ({ radicale }) => {
    const { user, password } = radicale;
    const url = `${radicale.url}ada/shared/`;
    const { calendar, problem } = await meanwhile.call("POST /api/calendars", {
      body: { name: mark, url, user, password },
    });
    assert.equal(problem, null);
    assert.ok((calendar?.entries ?? 0) > 0, "its entries are there");
    await meanwhile.call("DELETE /api/calendars/{id}", { params: { id: calendar?.id ?? "" } });
    const wrong = await meanwhile.call("POST /api/calendars", {
      body: { name: mark, url, user, password: "wrong" },
    });
    assert.equal(wrong.problem, "password_refused");
  },
};

const authorize = ({ user, password }: Place) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
  "content-type": "text/calendar",
});

const made = await meanwhile.call("POST /api/calendar/passwords", { body: { label: mark } });
const server: Place = { url: `${address}/`, user: "any", password: made.password };
const radicale = await startRadicale();
for (const name of ["desk", "phone", "status"]) await mkdir(join(folder, name));
await writeFile(
  join(folder, "config"),
  [
    `[general]\nstatus_path = "${join(folder, "status")}"\n`,
    ...["desk", "phone"].flatMap((name) => [files(name), pair(name, "server", '["from b"]')]),
    caldav("server", server),
    caldav("radicale", radicale),
    pair("radicale", "server", '[["shared", "shared", "events"]]'),
  ].join("\n"),
);
try {
  for (const [name, check] of Object.entries(checks)) {
    const failure = await check({ server, radicale }).then(
      () => undefined,
      (error: unknown) => error,
    );
    console.log(`${failure === undefined ? "passed" : "FAILED"}  ${name}`);
    if (failure === undefined) continue;
    console.log(failure);
    process.exitCode = 1;
  }
  for (
    let [left] = await listReminders(mark);
    left !== undefined;
    [left] = await listReminders(mark)
  )
    await meanwhile.call("POST /api/reminders/{id}/delete", { params: { id: left.id }, body: {} });
} finally {
  radicale.child.kill();
  await meanwhile.call("DELETE /api/calendar/passwords/{id}", { params: { id: made.id } });
  await rm(folder, { recursive: true, force: true });
}
