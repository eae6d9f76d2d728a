import { beforeAll, expect, it } from "vitest";
import { eventually, startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

const wxid = "o0000synthetic_person-A@im.wechat";
const eventId = "manual_20260105T090000Z";

let world: WechatProduct;
let account: string;

beforeAll(async () => {
  world = await startWechatProduct({
    env: { MEANWHILE_CHANNELS__WECHAT__INSECURE_NO_SECRET: "true" },
  });
  account = await world.account(wxid);
  return () => world.close();
});

const post = (body: object) =>
  world.call("/webhooks/wechat/personal", { method: "POST", json: body });
const recipe = (id: string) => ({
  wxid,
  account_id: account.replaceAll("-", ""),
  message_id: id,
  text: "过10分钟提醒我喝水",
  sender_name: "olivers",
  session_id: `${id}-s`,
  context_token: `${id}-ctx`,
});

/** The statements of the playbook, as they are written there. */
const statements = {
  turn: `select t.id, t.completed_at is not null as done
from message m join turn t
on m.conversation_id=t.conversation_id and m.seq between t.input_from_seq and t.input_to_seq
where m.causal_inbound_event_id='<EVID>' and m.direction='inbound';`,
  staged: `select sc.domain, sc.operation, sc.status from staged_command sc
join turn t on t.id=sc.turn_id
join message m on m.conversation_id=t.conversation_id and m.seq between t.input_from_seq and t.input_to_seq
where m.causal_inbound_event_id='<EVID>' and m.direction='inbound';`,
  reminders: `select content, kind, next_fire_at, captured_timezone from reminder
where owner_account_id='<DASHED account_id>' and lifecycle='active'
order by created_at desc limit 3;`,
  reply: `select left(m.text,120) as reply,
(select status from delivery_attempt da where da.turn_id=t.id limit 1) as delivery
from message m join turn t on t.id=m.turn_id
join message im on im.conversation_id=t.conversation_id and im.seq between t.input_from_seq and t.input_to_seq
where im.causal_inbound_event_id='<EVID>' and m.direction='outbound';`,
};

const run = (statement: string) =>
  world.read(statement.replace("<EVID>", eventId).replace("<DASHED account_id>", account));

it("the WeChat recipe gives the playbook's answers for its one message: 202, a turn that is done, the reminder that was asked for, and a reply that the connector took", async () => {
  const answer = await post(recipe(eventId));
  expect([answer.status, answer.json]).toEqual([
    202,
    expect.objectContaining({ accepted: true, provider_type: "wechat_personal" }),
  ]);
  await eventually(world, async () => (await run(statements.reply))[0]?.[1] === "sent");
  expect((await run(statements.turn)).map(([, done]) => done)).toEqual(["t"]);
  expect(await run(statements.reply)).toEqual([[expect.stringMatching(/./), "sent"]]);
  expect(world.connector.ledger).toMatchObject([
    {
      wxid,
      account_id: account.replaceAll("-", ""),
      context_token: `${eventId}-ctx`,
      text: expect.stringContaining((await run(statements.reply))[0]?.[0] ?? "?"),
    },
  ]);
  expect(await run(statements.staged)).toEqual([["reminder", "create", "materialized"]]);
  const reminders = await run(statements.reminders);
  expect(reminders).toEqual([["喝水", "timed", expect.any(String), "Asia/Shanghai"]]);
  const [[seconds = ""] = []] = await world.read(
    "select round(extract(epoch from next_fire_at - created_at)) between 599 and 600 from reminder where content = '喝水'",
  );
  expect(seconds).toBe("t");
});

it("the WeChat recipe answers a repeat of the message with 202 and does nothing more", async () => {
  const again = await post({ ...recipe(eventId), account_id: account.toUpperCase() });
  expect([again.status, again.json]).toEqual([
    202,
    expect.objectContaining({ accepted: true, duplicate: true }),
  ]);
  expect((await run(statements.turn)).length).toBe(1);
});

it("the WeChat recipe refuses a person who is not paired, and only a truly different account as bound elsewhere", async () => {
  const other = await world.account();
  const code = async (change: object) => {
    const { status, json } = await post({ ...recipe(`r-${JSON.stringify(change)}`), ...change });
    return [status, (json as { error: { code: string; fact?: { field?: string } } }).error.code];
  };
  expect(await code({ account_id: undefined })).toEqual([400, "identity_pairing_required"]);
  expect(await code({ wxid: "o0000nobody@im.wechat" })).toEqual([400, "identity_pairing_required"]);
  expect(await code({ wxid: wxid.toUpperCase() })).toEqual([400, "identity_pairing_required"]);
  expect(await code({ account_id: other.replaceAll("-", "") })).toEqual([
    400,
    "channel_identity_already_bound",
  ]);
  expect(await code({ account_id: other })).toEqual([400, "channel_identity_already_bound"]);
  expect(await code({ wxid: " " })).toEqual([400, "invalid_provider_payload"]);
  expect(await code({ message_id: 2 ** 53 })).toEqual([400, "invalid_provider_payload"]);
  expect((await post({ ...recipe("dashed"), account_id: account })).status).toBe(202);
  const text = await world.call("/webhooks/wechat/personal", { method: "POST", body: "[1]" });
  expect([text.status, text.json]).toMatchObject([
    400,
    { error: { code: "invalid_request", fact: { reason: "json_body_required" } } },
  ]);
});

it("the WeChat recipe takes a message whose id another person's phone has used, and names no other person in the answer", async () => {
  const other = "o0000synthetic_person-B@im.wechat";
  const owner = await world.account(other);
  const answer = await post({
    ...recipe(eventId),
    wxid: other,
    account_id: owner.replaceAll("-", ""),
    text: "你好",
  });
  expect(answer.json).toMatchObject({ accepted: true, duplicate: false, account_id: owner });
  expect(JSON.stringify(answer.json)).not.toContain(account);
});
