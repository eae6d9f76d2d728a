import { zoneOfPlace } from "../city-zones.ts";
import { enZones } from "../en/zone-times.ts";
import { type Pattern, pattern } from "../scan.ts";

/** Characters by which foreign names are written: a word of nothing else is a place, known or not. */
const sounds =
  "阿埃艾但谷坡堡冈京迭厄俄夸腊赖累隆娄玛麦茂美孟缅漠慕农努庞蓬平丘曲撒色什施司松台陶廷统推屯韦吴昔肖欣修逊泽哲安奥澳巴白班邦贝本比宾波伯博布查茨达丹道德登迪底蒂丁杜顿多恩尔法菲费芬佛弗福盖戈哥格葛古圭哈海汉赫亨胡华惠霍基吉加贾捷金喀卡坎康考柯科克肯孔库昆拉莱兰朗劳勒雷黎里利林卢鲁伦罗洛马迈曼毛梅门蒙米密明摩莫墨姆穆拿纳南内尼涅宁纽诺欧帕潘佩彭皮珀蒲普奇恰乔切日荣萨塞赛桑瑟森沙山绍舍圣史士斯苏索塔泰坦汤特提突图土托瓦万旺威维魏温文翁沃乌武西希锡夏香谢辛匈休许雅亚延扬耶叶伊宜以易印英尤约扎詹珍智朱兹祖佐";

/** Countries with several clocks, and 当地: whose is meant has to be said. */
const severalClocks = /^(?:当地|美国|加拿大|澳洲|澳大利亚|俄罗斯|巴西|墨西哥|印尼|欧洲|国外|海外)$/;

/** What a time is for, in Latin letters: "meeting 时间", "DDL 时间". */
const notPlaces =
  /^(?:meeting|call|deadline|ddl|due|demo|review|standup|sync|zoom|interview|start|end|check ?in|check ?out|party|presentation|workshop|training|lunch|dinner|online|live|real|ok|the|my|pm|am|q\d)$/;

const time = String.raw`\s*(?:当地|的|那边的?)?\s*时间[\s,，:：的]*`;

/** "伦敦时间下午3点", "克拉科夫时间": the clock of another place, known or not. */
export const zhZones: readonly Pattern[] = [
  pattern(String.raw`(?:按照?|用|以)?([\u4e00-\u9fff]{2,7}?)${time}`, ([, name = ""]) => {
    const zone = zoneOfPlace(name);
    if (zone !== undefined) return { kind: "zone", zone };
    const isForeign =
      severalClocks.test(name) ||
      (name.length > 2 && Array.from(name).every((character) => sounds.includes(character)));
    return isForeign ? { kind: "zone", zone: null } : undefined;
  }),
  pattern(String.raw`([a-z]+(?: [a-z]+){0,2})${time}`, ([, name = ""]) =>
    notPlaces.test(name) ? undefined : { kind: "zone", zone: zoneOfPlace(name) ?? null },
  ),
  pattern(String.raw`当地时间`, () => ({ kind: "zone", zone: null })),
  ...enZones,
];
