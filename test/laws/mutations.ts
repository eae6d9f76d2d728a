/** One mistake in the engine, and the test that must see it. */
export interface Mutation {
  readonly mistake: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The part's own test file, and the beginning of a title in it. */
  readonly test: string;
  readonly title: string;
}

/** Mistakes in the engine, which the simulation must find, too. */
export const mutations: readonly Mutation[] = [
  {
    mistake: "a handler adds instead of setting",
    file: "src/turn/evolve.ts",
    from: `handler("turn_restarted", ({ payload }) => [
      {
        op: "patch",
        table: "turn",
        key: { id: payload.turn_id },
        set: {
          attempt: payload.attempt,`,
    to: `handler("turn_restarted", ({ payload }, read) => [
      {
        op: "patch",
        table: "turn",
        key: { id: payload.turn_id },
        set: {
          attempt: Number(read("turn", { id: payload.turn_id })?.["attempt"]) + 1,`,
    test: "src/turn/evolve.test.ts",
    title: "a turn that is taken up again",
  },
  {
    mistake: "the account is set for the session instead of the transaction",
    file: "src/store/database/postgres-transaction.ts",
    from: "`set local meanwhile.account",
    to: "`set meanwhile.account",
    test: "test/laws/logins.test.ts",
    title: "the account is known for its transaction alone",
  },
  {
    mistake: "a verdict is recorded without its fence",
    file: "src/outbound/record-verdicts.ts",
    from: "own: toOwn(answered),",
    to: "",
    test: "test/laws/claim.test.ts",
    title: "claims lost by a sender leave it no verdict either",
  },
  {
    mistake: "a fire has no key in the log",
    file: "src/skills/reminders/firing/fire.ts",
    from: "    idempotencyKey: `fire:${row.id}:${iso(due)}`,\n",
    to: "",
    test: "test/laws/timers.test.ts",
    title: "B36: a fire has a key",
  },
  {
    mistake: "a lease that ran out is no failure of its work",
    file: "src/turn/take.ts",
    from: "failures = t.failures + (t.lease_until is not null)::int",
    to: "failures = t.failures",
    test: "test/laws/claim.test.ts",
    title: "claims that ran out count as a failure",
  },
  {
    mistake: "a death that a start finds is no failure of its work",
    file: "src/store/work/free-leases.ts",
    from: ", failures = failures + 1",
    to: "",
    test: "test/laws/started-again.test.ts",
    title: "a start counts a death at a turn",
  },
  {
    mistake: "a start does not free what a dead process held",
    file: "src/store/work/free-leases.ts",
    from: "where has_open_input and ${of}",
    to: "where false and ${of}",
    test: "test/laws/started-again.test.ts",
    title: "a start after the death of a process frees what it held",
  },
  {
    mistake: "a start does not call for it",
    file: "src/store/open-store.ts",
    from: "await freeLeases(open.db)",
    to: "await Promise.resolve()",
    test: "src/store/open-store.test.ts",
    title: "opening the store frees the leases of a dead process",
  },
  {
    mistake: "rows that several streams change are not held",
    file: "src/store/log/append-sql.ts",
    from: "select pg_advisory_xact_lock(row) from",
    to: "select row from",
    test: "test/laws/event-log.test.ts",
    title: "the log lets no other append that locks the same row in",
  },
  {
    mistake: "a sender that slept through its lease sends without asking",
    file: "src/outbound/outbox.ts",
    from: "if (slept && !(await renew(",
    to: "if (false && !(await renew(",
    test: "test/laws/claim.test.ts",
    title: "claims that ran out before a sender got to its call",
  },
  {
    mistake: "a part that failed holds the others up for ever",
    file: "src/outbound/waiting-parts.ts",
    from: "first.next_attempt_at <= $2::timestamptz + interval '1 second' or first.holds_until > $2",
    to: "true",
    test: "test/laws/held-up.test.ts",
    title: "a part that can't go holds up the rest of its conversation",
  },
  {
    mistake: "a part that failed holds nobody up at all",
    file: "src/outbound/waiting-parts.ts",
    from: " or first.holds_until > $2",
    to: "",
    test: "test/laws/held-up.test.ts",
    title: "a part that goes within the stated time keeps its place",
  },
  {
    mistake: "a reminder waits behind a reply that failed",
    file: "src/outbound/waiting-parts.ts",
    from: "t.delivery_source = 'reminder' and",
    to: "false and",
    test: "test/laws/held-up.test.ts",
    title: "a part that can't go never keeps a reminder waiting",
  },
  {
    mistake: "a part outlives its time",
    file: "src/outbound/outbox.ts",
    from: " + (await expireOverdue(deps))",
    to: "",
    test: "test/laws/held-up.test.ts",
    title: "a part that can't go ends at its expiry",
  },
  {
    mistake: "a success wakes nobody",
    file: "src/outbound/outbox.ts",
    from: `if (verdict.kind === "sent") await on.recovery.succeeded(row);`,
    to: "",
    test: "test/laws/held-up.test.ts",
    title: "a part that failed because its whole channel was away",
  },
  {
    mistake: "a part is woken by every success",
    file: "src/outbound/recovery.ts",
    from: "mayWake: false",
    to: "mayWake: true",
    test: "test/laws/held-up.test.ts",
    title: "a part that failed for its own reason is woken once",
  },
  {
    mistake: "our own end counts as the vendor's failure",
    file: "src/outbound/verdict.ts",
    from: "on.cutShort === true && row.interruptions < mostInterruptions",
    to: "false",
    test: "test/laws/held-up.test.ts",
    title: "a part in the middle of its call at a polite stop",
  },
  {
    mistake: "our own end never counts",
    file: "src/outbound/verdict.ts",
    from: " && row.interruptions < mostInterruptions",
    to: "",
    test: "test/laws/held-up.test.ts",
    title: "a part whose call is ended again and again waits",
  },
  {
    mistake: "a parked part that is sent again by hand and fails holds the others up again",
    file: "src/outbound/dead-letters.ts",
    from: "...(isParked(row, now) ? { holds_until: row.holds_until, may_wake: row.may_wake } : {}),",
    to: "",
    test: "test/laws/held-up.test.ts",
    title: "a part that can't go is sent again or given up by hand",
  },
  {
    mistake: "a lease stays on what was sent",
    file: "src/store/migrations/0057-parked-deliveries.sql",
    from: "new.lease_until := null;",
    to: "",
    test: "test/laws/held-up.test.ts",
    title: "a part leaves no lease",
  },
];
