import { expect, test } from "vitest";
import { busyByDay, freeOn } from "./free-windows.ts";

const zone = "Europe/Berlin";
const times = [
  {
    account_id: "f",
    shown: true,
    windows: [
      { state: "free", start: "2027-03-27T23:00:00Z", end: "2027-03-28T10:00:00Z" },
      { state: "busy", start: "2027-03-28T10:00:00Z", end: "2027-03-28T11:30:00Z" },
      { state: "free", start: "2027-03-28T11:30:00Z", end: "2027-03-28T21:00:00Z" },
      { state: "busy", start: "2027-03-28T21:00:00Z", end: "2027-03-28T23:00:00Z" },
    ],
  },
] as const;

test("busy times stand on the clocks of the page's zone, and on both days when they run over midnight", () => {
  expect(busyByDay(times, zone)).toEqual(
    new Map([
      [
        "2027-03-28",
        [
          { from: 720, to: 810 },
          { from: 1380, to: 1440 },
        ],
      ],
      ["2027-03-29", [{ from: 0, to: 60 }]],
    ]),
  );
});

test("free times are offered by day and from now on", () => {
  const at = (now: string) =>
    freeOn(times, { day: "2027-03-28", now, zone }).map(
      ({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`,
    );
  expect(at("2027-03-27T12:00:00")).toEqual(["08:00-12:00", "13:30-22:00"]);
  expect(at("2027-03-28T11:40:00")).toEqual(["13:30-22:00"]);
  expect(at("2027-03-28T14:05:00")).toEqual(["14:15-22:00"]);
});
