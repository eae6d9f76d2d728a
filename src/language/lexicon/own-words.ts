/** "3pm", "15:00", "3点": the hour of a wall time, as it may be said. */
export function hourPattern(wall: string): RegExp {
  const [hour, minute] = [Number(wall.slice(11, 13)), wall.slice(14, 16)];
  const half = hour < 12 ? "am" : "pm";
  const minutes = minute === "00" ? "(?:[:.]00)?" : `[:.]${minute}`;
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  return new RegExp(
    String.raw`(?<!\d)(?:${twelve}${minutes}\s*${half}\b|0?${hour}[:.]${minute}(?!\d)|(?:${twelve}|${hour})点)`,
    "u",
  );
}
