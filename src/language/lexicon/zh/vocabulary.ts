import { oneOf } from "../words.ts";

/** Words that many patterns are made of. Each list stands here and nowhere else. */

/** To remind and to call, as a request to this assistant says it. */
export const ask = oneOf("提醒|叫|喊|催|通知|闹");

export const suppose = "如果|假如|要是|假设";

/** People and devices that may remind a person instead. */
export const people = oneOf(
  "他们?|她们?|它|佢哋?|别人|人家|大家|有人|谁|没人|没有人|群里",
  "妈妈?|爸爸?|爹|娘|老妈|老爸|奶奶|爷爷|姥姥|外婆|外公|阿姨|老婆|老公|媳妇|女朋友|男朋友|对象|孩子|儿子|女儿|哥哥?|姐姐?|弟弟?|妹妹?",
  "老师|老板|领导|上司|同事|同学|室友|舍友|朋友|邻居|客户|医生|护士|护工|教练|导师|经理|客服|快递员?|房东|中介|警察|司机|师傅|前台",
  "物业|银行|医院|学校|公司|店家|商家|平台|官方",
  "闹钟|手机|日历|系统|app|微信|短信|公众号",
);

/** Characters of which a time is made. */
export const timeCharacters = String.raw`\d点半:：分刻凌晨清傍早上下午中晚夜里明后周一二两三四五六七八九十天日`;
