/** Topics that are one in both languages, so that “我搬到厦门了” replaces “I live in Leeds”. */
const same: readonly (readonly string[])[] = [
  ["home", "住处"],
  ["origin", "老家"],
  ["work", "工作"],
  ["name", "名字"],
  ["birthday", "生日"],
  ["age", "年纪", "年龄"],
  ["marriage", "婚姻"],
  ["mother tongue", "母语"],
  ["floor", "楼层"],
  ["plate", "plate number", "license plate", "licence plate", "number plate", "车牌"],
  ["phone", "phone number", "电话"],
  ["mobile", "手机"],
  ["email", "email address", "邮箱", "邮箱地址"],
  ["address", "home address", "地址", "住址", "家庭住址"],
  ["blood type", "血型"],
  ["shoe size", "鞋码"],
  ["height", "身高"],
  ["weight", "体重"],
  ["anniversary", "纪念日", "结婚纪念日"],
  ["star sign", "星座"],
  ["passport number", "护照"],
  ["name of wife", "老婆的名字", "妻子的名字"],
  ["name of husband", "老公的名字", "丈夫的名字"],
  ["name of girlfriend", "女朋友的名字"],
  ["name of boyfriend", "男朋友的名字"],
  ["name of mother", "name of mom", "name of mum", "妈妈的名字", "老妈的名字", "母亲的名字"],
  ["name of father", "name of dad", "爸爸的名字", "老爸的名字", "父亲的名字"],
  ["name of boss", "name of manager", "老板的名字", "领导的名字"],
  ["name of landlord", "房东的名字"],
  ["name of dentist", "牙医的名字"],
  ["name of doctor", "医生的名字"],
];

const groups = new Map(same.flatMap((each) => each.map((topic) => [topic, each] as const)));

/** A topic with its other words. */
export const listTopics = (topic: string): readonly string[] => groups.get(topic) ?? [topic];
