#!/usr/bin/env python3
"""Encode texts by onnxruntime, on a graph made of the folder of a BERT model: see benchmarks/encoders.

    peer.py FOLDER INPUT

INPUT holds a JSON list of texts. Prints the seconds of the second run over the texts and the vectors.
"""
import json
import re
import sys
import time

try:
    import numpy as np
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper
    from tokenizers import Tokenizer
except ImportError as e:
    sys.exit(f"{sys.executable} lacks {e.name}")

folder, source = sys.argv[1:]
BATCH = 32
TYPES = {"F32": np.float32, "F16": np.float16}


def weights():
    raw = open(f"{folder}/model.safetensors", "rb").read()
    n = int.from_bytes(raw[:8], "little")
    for name, t in json.loads(raw[8:8 + n]).items():
        if t.get("dtype") in TYPES:
            a, b = t["data_offsets"]
            numbers = np.frombuffer(raw[8 + n + a:8 + n + b], TYPES[t["dtype"]])
            yield name.removeprefix("bert."), numbers.astype(np.float32).reshape(t["shape"])


def graph(config):
    """The exported graph of transformers, with the operators that onnxruntime has for its parts."""
    nodes, constants = [], {}
    w = dict(weights())
    heads, hidden = config["num_attention_heads"], config["hidden_size"]

    def op(kind, *inputs, **attributes):
        out = f"v{len(nodes)}"
        nodes.append(helper.make_node(kind, inputs, [out], **attributes))
        return out

    def constant(value):
        name = f"c{len(constants)}"
        constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def linear(x, name):
        return op("Add", op("MatMul", x, constant(w[name + ".weight"].T)), constant(w[name + ".bias"]))

    def norm(x, name):
        return op("LayerNormalization", x, constant(w[name + ".weight"]), constant(w[name + ".bias"]), axis=-1,
                  epsilon=config["layer_norm_eps"])

    places = w["embeddings.position_embeddings.weight"] + w["embeddings.token_type_embeddings.weight"][0]
    length = op("Shape", "ids", start=1, end=2)
    x = op("Add", op("Gather", constant(w["embeddings.word_embeddings.weight"]), "ids"),
           op("Slice", constant(places), constant(np.array([0])), length, constant(np.array([0]))))
    x = norm(x, "embeddings.LayerNorm")
    apart, together = constant(np.array([0, 0, heads, hidden // heads])), constant(np.array([0, 0, hidden]))
    scale = constant(np.float32((hidden // heads) ** -0.5))
    for k in range(config["num_hidden_layers"]):
        at = f"encoder.layer.{k}."
        q, k, v = (op("Transpose", op("Reshape", linear(x, f"{at}attention.self.{name}"), apart), perm=perm)
                   for name, perm in [("query", [0, 2, 1, 3]), ("key", [0, 2, 3, 1]), ("value", [0, 2, 1, 3])])
        p = op("Softmax", op("Add", op("Mul", op("MatMul", q, k), scale), "mask"), axis=-1)
        mixed = op("Reshape", op("Transpose", op("MatMul", p, v), perm=[0, 2, 1, 3]), together)
        x = norm(op("Add", linear(mixed, at + "attention.output.dense"), x), at + "attention.output.LayerNorm")
        inner = op("Gelu", linear(x, at + "intermediate.dense"))
        x = norm(op("Add", linear(inner, at + "output.dense"), x), at + "output.LayerNorm")
    inputs = [helper.make_tensor_value_info("ids", TensorProto.INT64, ["b", "n"]),
              helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["b", 1, 1, "n"])]
    outputs = [helper.make_tensor_value_info(x, TensorProto.FLOAT, ["b", "n", hidden])]
    g = helper.make_graph(nodes, "bert", inputs, outputs, list(constants.values()))
    return helper.make_model(g, opset_imports=[helper.make_opsetid("", 20)], ir_version=9).SerializeToString()


session = onnxruntime.InferenceSession(graph(json.load(open(f"{folder}/config.json"))))
tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
tokenizer.enable_truncation(json.load(open(f"{folder}/sentence_bert_config.json"))["max_seq_length"])
tokenizer.enable_padding()


def encode(texts):
    vectors = [None] * len(texts)
    order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
    for at in range(0, len(order), BATCH):
        part = order[at:at + BATCH]
        found = tokenizer.encode_batch([texts[i] for i in part])
        mask = np.array([e.attention_mask for e in found], np.float32)
        x, = session.run(None, {"ids": np.array([e.ids for e in found]),
                                "mask": ((mask - 1) * 1e9)[:, None, None, :]})
        mean = (x * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
        for i, v in zip(part, mean / np.linalg.norm(mean, axis=1, keepdims=True)):
            vectors[i] = v.tolist()
    return vectors


texts = json.load(open(source, encoding="utf8"))
encode(texts[:BATCH])
start = time.perf_counter()
vectors = encode(texts)
seconds = time.perf_counter() - start
peak = re.search(r"VmHWM:\s*(\d+) kB", open("/proc/self/status").read())
print(json.dumps({"Peak": int(peak.group(1)) * 1024, "Result": {"Seconds": seconds, "Vectors": vectors}}))
