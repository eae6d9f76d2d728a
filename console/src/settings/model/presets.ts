/** Addresses of well-known servers. */
export const presets = [
  { name: "OpenAI", address: "https://api.openai.com/v1" },
  { name: "DeepSeek", address: "https://api.deepseek.com/v1" },
  { name: "Qwen (通义千问)", address: "https://dashscope.aliyuncs.com/compatible-mode/v1" },
  { name: "Moonshot (Kimi)", address: "https://api.moonshot.cn/v1" },
  { name: "Zhipu (智谱)", address: "https://open.bigmodel.cn/api/paas/v4" },
  { name: "OpenRouter", address: "https://openrouter.ai/api/v1" },
  { name: "Ollama", address: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", address: "http://127.0.0.1:1234/v1" },
  { name: "vLLM", address: "http://127.0.0.1:8000/v1" },
] as const;
