#!/usr/bin/env python3
"""Lists the applications over TLS, and prints the code of the status for each token.

usage: grpcio_tls.py ADDRESS CA CERTIFICATE TOKEN…     an empty CERTIFICATE or TOKEN: none

With "watch" in front of ADDRESS, subscribes with the first token until the call ends.
"""

import sys

import grpc
from a11y.bridge.v1 import bridge_pb2, bridge_pb2_grpc

words = sys.argv[1:]
watches = words[0] == "watch"
address, ca, certificate, *tokens = words[1:] if watches else words
own = open(certificate, "rb").read() if certificate else None
credentials = grpc.ssl_channel_credentials(open(ca, "rb").read(), own, own)
options = [("grpc.ssl_target_name_override", "bridge.test")]
channel = grpc.secure_channel(address, credentials, options)
bridge = bridge_pb2_grpc.BridgeServiceStub(channel)


def metadata(token):
    return [("authorization", "Bearer " + token)] if token else []


for token in tokens:
    try:
        if watches:
            for message in bridge.Subscribe(bridge_pb2.SubscribeRequest(), metadata=metadata(token)):
                print(message.WhichOneof("event"), flush=True)
        else:
            answer = bridge.ListApplications(bridge_pb2.ListApplicationsRequest(), metadata=metadata(token))
            print("OK", len(answer.applications))
    except grpc.RpcError as error:
        print(error.code().name, error.details())
