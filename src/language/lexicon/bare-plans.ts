import type { Language } from "../../domain/language.ts";
import { enEvents } from "./en/vocabulary.ts";
import { hasForeignThing } from "./other-domains.ts";

/** A subject with its verb, a question or a denial: a report or a question. */
const told = {
  en: /\?|\b(?:i|i'm|i've|i'd|i'll|he|he's|she|she's|they|they're|we|we're|we've|we'll|you|you're|it|it's|there's|that's|this is|is|are|was|were|be|been|being|has|had|have|having|does|did|done|will|would|could|should|might|may|must|never|not|no|because|although|if|\w+n't|\w+'ll|\w+'re|said|says|told|asked|starts|started|begins|ends|ended|closes|opens|leaves|left|arrives|gets|got|goes|went|comes|came|took|takes|made|makes|moved|cancelled|canceled|postponed|finished|played|watched|called|visited|attended|joined|enjoyed|missed|booked|planned|cooked|studied|worked|walked|met|ate|saw|lasts|ran|kicks|runs|lands|yesterday|last|ago|latest|score|result|results|news|history|times|nothing|beats|than)\b|\w's\s*(?:at|on|$)/,
  zh: /[?？吗呢么嘛]|[我你您他她它咱谁们]|[了着过]|没|不(?!锈)|别|是|有|说|可能|也许|好像|听说|什么|怎么|哪|几|多少|因为|所以|但|才|就|都|已|刚|正在|将|规定|必须|打算|本来|自动|开始|准时|多久|多长|要多/,
} as const;

/** Orders for other helpers. */
const orders =
  /^\s*(?:record|ring|phone|dial|play|watch|stream|turn|switch|open|close|order|find|search|show|tell|give|send|text|email|start|stop|pause|set|make|put|add|create|change|run)\b/;

/** What a plan is made of: an event by its name, or something to do. */
const plans = {
  en: new RegExp(
    String.raw`^(?:an?\s|the\s|my\s)?(?:[\w'.&-]+\s){0,3}?(?:${enEvents})(?:\s+(?:with|for|at|in|about|and|&|@|to|on|near|by|of|from|room|via|over)\b.*)?$|^(?:meet(?:\s+up)?(?:\s+with)?|call|pick\s+up|drop\s+off|pay|visit|attend|go\s+to|see|buy|feed|water|walk|wash|clean|submit|hand\s+in|return|collect|cook|bake|study|work\s+out|exercise|take\s+(?:out|my|the)|bring|finish|renew|prepare|practi[cs]e|talk\s+to|speak\s+(?:to|with)|catch\s+up\s+with|have\s+(?:lunch|dinner|breakfast|coffee|drinks))\s+\S.*$`,
  ),
  zh: /^(?:要|得|需要?)?(?:(?:和|跟|与|同|陪|带|约)[\u4e00-\u9fffA-Za-z]{1,6}?(?:一起|一块)?)?(?:去|到|来)?(?:[\u4e00-\u9fffA-Za-z]{0,4})?(?:开会|开.{0,4}会|例会|会议|评审|面试|体检|复查|复诊|看牙|看病|看医生|牙医|上课|下课接|听课|讲座|考试|接(?:孩子|娃|人|机|[\u4e00-\u9fff]{1,3}$)|送(?:孩子|娃|机|[\u4e00-\u9fff]{1,3}$)|交(?:报告|报表|作业|材料|房租|电费|水费|话费|稿)|取(?:快递|包裹|药|钱|证|件)|拿(?:快递|包裹|药|报告)|缴费|还款|还书|买菜|买药|吃饭|吃药|聚餐|聚会|饭局|约会|喝茶|喝咖啡|喝酒|看电影|看展|看房|看演出|演唱会|跑步|健身|游泳|瑜伽|打球|打羽毛球|打篮球|踢球|爬山|骑行|理发|剪头发|洗牙|洗车|做核酸|做饭|做SPA|保养|年检|搬家|修车|培训|汇报|答辩|拜访|见客户|见.{1,4}$|见面|碰头|团建|值班|出发|起床|睡觉|午休|打疫苗|打针|家长会|婚礼|生日会|彩排|比赛|练琴|练车|钢琴课|网课|直播课|打电话|回电话|签合同|签约|办证|办签证|遛狗|浇花|喝奶茶|饮茶|逛街|出差|旅游|旅行|度假|休假|请假|[早中晚夜白]班|[大小]夜)/,
} as const;

const longest = { en: 10, zh: 14 } as const;

/** Whether a text without its times is a plan that is only named, and not a report. */
export function isPlanAlone(rest: string, language: Language): boolean {
  const plain = rest
    .replaceAll(/[\s,.!。，！:：-]+/gu, " ")
    .replaceAll(
      language === "en"
        ? /^\s*(?:(?:at|on|for|from)\b\s*)+|(?:\s*\b(?:at|on|for|from|to|by|around|the))+\s*$/g
        : /^\s*的?|的\s*$/g,
      "",
    )
    .trim();
  const length = language === "en" ? plain.split(" ").length : Array.from(plain).length;
  return (
    length <= longest[language] &&
    plans[language].test(plain) &&
    !told[language].test(rest) &&
    !orders.test(rest) &&
    !hasForeignThing(rest, language)
  );
}
