import { civil, type Day, dayFrom } from "./wall.ts";

/**
 * The Chinese calendar: for each year the date of its first day, its months (1 for thirty days, 0
 * for twenty-nine) and the month that comes twice. A table of our own, since the calendar that
 * comes with Node misses the new moons of February 2027 and February 2030, which fall close to
 * midnight, by a day.
 */
const years: Readonly<Record<number, string>> = {
  2023: "0122 0100110110101 2",
  2024: "0210 010010110110",
  2025: "0129 1010010101110 6",
  2026: "0217 101001001110",
  2027: "0206 110100100110",
  2028: "0126 1110100100110 5",
  2029: "0213 110101010011",
  2030: "0203 010110101010",
  2031: "0123 0110101101010 3",
  2032: "0211 100101101101",
  2033: "0131 0100101011101 11",
  2034: "0219 010010101101",
  2035: "0208 101001001101",
  2036: "0128 1101001001011 6",
  2037: "0215 110100100101",
  2038: "0204 110101010010",
  2039: "0124 1101101010100 5",
  2040: "0212 101101011010",
  2041: "0201 010101101101",
  2042: "0122 0100101011011 2",
  2043: "0210 010010011011",
  2044: "0130 1010010010111 7",
  2045: "0217 101001001011",
  2046: "0206 101010100101",
  2047: "0126 1011010100101 5",
  2048: "0214 011011010010",
  2049: "0202 101011011010",
  2050: "0123 0101010110110 3",
  2051: "0211 100100110111",
  2052: "0201 0100100101111 8",
  2053: "0219 010010010111",
  2054: "0208 011001001011",
  2055: "0128 0110101001010 6",
  2056: "0215 111010100101",
  2057: "0204 011010110010",
  2058: "0124 1010101101100 4",
  2059: "0212 101010101110",
  2060: "0202 100100101110",
};

export interface LunarMonth {
  /** Named by the date on which the year begins. */
  readonly year: number;
  readonly month: number;
  /** The second of two months with one name. */
  readonly leap: boolean;
  readonly first: Day;
  readonly length: number;
}

/** The months of one year, or none when it lies beyond the table. */
export function lunarMonthsOf(year: number): LunarMonth[] {
  const [start = "", months = "", doubled] = years[year]?.split(" ") ?? [];
  let first = dayFrom(year, Number(start.slice(0, 2)), Number(start.slice(2)));
  if (first === undefined || months === "") return [];
  const found: LunarMonth[] = [];
  // The doubled month stands behind the one whose name it has.
  const leapAt = doubled === undefined ? Infinity : Number(doubled);
  for (const [index, sign] of Array.from(months).entries()) {
    const length = sign === "1" ? 30 : 29;
    found.push({
      year,
      month: index < leapAt ? index + 1 : index,
      leap: index === leapAt,
      first,
      length,
    });
    first += length;
  }
  return found;
}

/** The month of the Chinese calendar that holds that day. */
export function lunarMonthAt(day: Day): LunarMonth | undefined {
  const { year } = civil(day);
  return [...lunarMonthsOf(year - 1), ...lunarMonthsOf(year)].findLast(
    ({ first, length }) => first <= day && day < first + length,
  );
}

/**
 * The day of that month, or `undefined` when the month is shorter or the year is beyond the table.
 */
export function lunarDay(year: number, month: number, day: number): Day | undefined {
  const found = lunarMonthsOf(year).find((each) => each.month === month && !each.leap);
  return found === undefined || day > found.length ? undefined : found.first + day - 1;
}
