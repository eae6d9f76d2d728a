import { placeIn } from "../lexicon/city-zones.ts";
import { prepare } from "../text/prepare.ts";
import { many, optional, or, phrasesOf, seq, type Shape } from "../lexicon/shapes.ts";
import { markWords } from "./marked-words.ts";
import { requestsFor, requestsLike } from "../lexicon/wish-words.ts";
import { zoneNamed } from "../calendar/zones.ts";
import { charactersAndWords, wordsWithMarks, zoneMarks } from "../text/characters.ts";

const en = (list: string): Shape => phrasesOf(list, (phrase) => phrase.split(" "));
const zh = (list: string): Shape =>
  phrasesOf(list, (phrase) => phrase.match(charactersAndWords) ?? []);

/** "Call me Vera", 叫我小王, and nothing else in that clause. "I'm Vera" is one after a greeting only. */
export function isNameAsked(text: string, name: string): boolean {
  const plain = prepare(name.replaceAll("’", "'")).text.trim();
  const words = plain.match(wordsWithMarks) ?? [];
  if (words.length === 0) return false;
  const greetEn = en(
    "hi ,|hello ,|hey ,|hi|hello|hey|good morning|good evening|good afternoon|hey there|hi there",
  );
  const softEn = many(
    en(
      "oh ,|ok ,|well ,|yes ,|no ,|oh|ok|okay|well|so|and|please|just|actually|thanks|yes|no|btw|by the way|but|from now on",
    ),
  );
  const named = phrasesOf(words.join(" "), (phrase) => phrase.split(" "));
  const namedZh = phrasesOf(plain, (phrase) => phrase.match(charactersAndWords) ?? []);
  const greetZh = zh("你好,|您好,|嗨,|hi,|hello,|你好|您好|嗨|哈喽|大家好|hello|hi");
  const softZh = many(
    zh("好,|好的,|嗯,|对了,|好|好的|嗯|以后|请|你|您|可以|就|那|麻烦|那就|直接|都|对了|你们"),
  );
  const shapes = {
    en: seq(
      or(
        seq(
          many(greetEn),
          softEn,
          optional(en("you can|you may|can you|could you|i'd like you to|i want you to")),
          softEn,
          en("call me|my name is|my name|i go by|address me as|change my name to|set my name to"),
        ),
        seq(greetEn, softEn, en("i'm|i am|this is")),
      ),
      named,
      many(en(",|please|thanks|thank you|from now on|instead|now|ok|okay|then|nice to meet you")),
    ),
    zh: seq(
      or(
        seq(
          many(greetZh),
          softZh,
          zh(
            "叫我|喊我|称呼我|称呼我为|我叫|我的名字是|我的名字叫|名字改成|名字改为|名字换成|名字是|管我叫|称我为|把名字改成|我名字叫",
          ),
        ),
        seq(greetZh, softZh, zh("我是")),
      ),
      namedZh,
      many(zh(",|吧|就好|就行|就可以|好了|啊|哦|呀|谢谢|啦|好吗|了|哈")),
    ),
  };
  return requestsLike(shapes, "name", markWords(text, { titles: [] })).length > 0;
}

/** "I'm in Tokyo now", 时区改成纽约: the person themselves is there, or wants that zone. */
export function isZoneAsked(text: string, zone: string): boolean {
  if (zoneNamed(text) !== zone) return false;
  const place = placeIn(prepare(text).text)?.name ?? "";
  const titles = [place, zone.replaceAll(zoneMarks, " ")];
  return requestsFor("zone", text, { titles }).length > 0;
}
